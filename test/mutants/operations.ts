import type { Mutant } from "./mutant.ts"

/** Defects in how the command stops, reads its file anew and tells that it is ready. */
export const operations: readonly Mutant[] = [
  {
    name: "what stops is ready",
    file: "endpoints/monitoring.ts",
    find: "isDraining() ?",
    replace: "isDraining === undefined ?",
    caughtBy: ["cli/stop.test.ts"]
  },
  {
    name: "connections outlive answers of a gateway that stops",
    file: "hosts/node.ts",
    find: " || supervisor.isDraining",
    replace: "",
    caughtBy: ["cli/stop.test.ts"]
  },
  {
    name: "what is idle is closed when nothing is listened to any more",
    file: "hosts/cli/serve.ts",
    find: "NetServer.prototype.close.call(server,",
    replace: "server.close(",
    caughtBy: ["cli/stop.test.ts"]
  },
  {
    name: "nothing is listened to at once",
    file: "hosts/cli/serve.ts",
    find: '=== "SIGTERM" && ready > 0',
    replace: '=== "SIGINT" && ready > 0',
    caughtBy: ["cli/stop.test.ts"]
  },
  {
    name: "a second signal hurries nobody",
    file: "hosts/cli/serve.ts",
    find: "Effect.promise(() => signals.second)",
    replace: "Effect.promise(() => signals.third)",
    caughtBy: ["cli/stop.test.ts"]
  },
  {
    name: "a key that is gone stays known",
    file: "hosts/cli/compose.ts",
    find: "Reflect.get(Context.get(now(), service), member)",
    replace: "Reflect.get(_, member)",
    caughtBy: ["cli/live.test.ts"]
  },
  {
    name: "what was exchanged keeps what it opened",
    file: "hosts/cli/compose.ts",
    find: "await Effect.runPromise(Scope.close(before.own, Exit.void))",
    replace: "void before",
    caughtBy: ["cli/live.test.ts"]
  },
  {
    name: "the next file is compared with the first one",
    file: "hosts/cli/settings.ts",
    find: "...adopted(next),",
    replace: "...adopted(now),",
    caughtBy: ["cli/reload.test.ts"]
  },
  {
    name: "what needs a start is not told",
    file: "hosts/cli/settings.ts",
    find: ".filter(([, of]) => !isSame(of(before), of(after)))",
    replace: ".filter(([, of]) => !isSame(of(before), of(before)))",
    caughtBy: ["cli/reload.test.ts"]
  },
  {
    name: "a lock that another holds is waited for without letting anything else go on",
    file: "tasks/sqlite/layer.ts",
    find: "{ timeout: 0 }",
    replace: "{ timeout: lockTimeout }",
    caughtBy: ["tasks/sqlite/outage.test.ts"]
  },
  {
    name: "a lock that another holds is not waited for",
    file: "tasks/sqlite/layer.ts",
    find: "isLocked(why) && now - began < lockTimeout",
    replace: "false",
    caughtBy: ["tasks/sqlite/outage.test.ts"]
  },
  {
    name: "a task is kept in a file that is gone",
    file: "tasks/sqlite/layer.ts",
    find: "if (identityOf(path) !== identity)",
    replace: "if (identity !== identity)",
    caughtBy: ["tasks/sqlite/outage.test.ts"]
  },
  {
    name: "every failed call of a store is logged",
    file: "tasks/store-from-rows.ts",
    find: "outage.begins() ?",
    replace: "outage.begins() || true ?",
    caughtBy: ["cli/stores.test.ts"]
  },
  {
    name: "the nodes of one Redis know of no key that a task was wanted with",
    file: "tasks/redis/scripts.ts",
    find: "  if first then return first end\n",
    replace: "",
    caughtBy: ["cli/rolling.test.ts"]
  },
  {
    name: "a gateway without its stores is ready",
    file: "endpoints/monitoring.ts",
    find: "Effect.flatten(Readiness)",
    replace: "Effect.as(Readiness, true)",
    caughtBy: ["cli/stores.test.ts"]
  },
  {
    name: "whoever may send SIGUSR1 to the process may inspect it",
    file: "hosts/cli/serve.ts",
    find: '["SIGUSR1", "SIGUSR2"]',
    replace: '["SIGUSR2"]',
    caughtBy: ["cli/stop.test.ts"]
  },
  {
    name: "SIGUSR2, which means nothing, ends the process",
    file: "hosts/cli/serve.ts",
    find: '["SIGUSR1", "SIGUSR2"]',
    replace: '["SIGUSR1"]',
    caughtBy: ["cli/stop.test.ts"]
  },
  {
    name: "whoever stands on the way may keep an answer",
    file: "gateway/serve.ts",
    find: "...unkept, ...headers",
    replace: "...headers",
    caughtBy: ["shell/unkept.test.ts"]
  },
  {
    name: "a request goes round in a circle",
    file: "gateway/host-request.ts",
    find: "passed.includes(this.#own) ||",
    replace: "",
    caughtBy: ["shell/loops.test.ts"]
  },
  {
    name: "a gateway forgets which others a request passed",
    file: "gateway/host-request.ts",
    find: "[...passed, this.#own]",
    replace: "[this.#own]",
    caughtBy: ["shell/loops.test.ts"]
  },
  {
    name: "an error does not name the member that it is about",
    file: "core/reading/issue-reader.ts",
    find: "`\\`${dottedPath(at)}\\``",
    replace: '"It"',
    caughtBy: ["images/asked.test.ts"]
  }
]
