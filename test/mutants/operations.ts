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
    name: "a gateway whose stores take no writes is ready",
    file: "endpoints/monitoring.ts",
    find: "[...reading, ...writing]",
    replace: "[...reading]",
    caughtBy: ["cli/unwritable.test.ts"]
  },
  {
    name: "a gateway whose responses cannot be written is ready",
    file: "endpoints/monitoring.ts",
    find: "...Option.toArray(responses)",
    replace: "",
    caughtBy: ["cli/unwritable.test.ts"]
  },
  {
    name: "whoever asks for `/readyz` asks the stores",
    file: "endpoints/monitoring.ts",
    find: "now - last.at >= probeTime && last.found.pollUnsafe() !== undefined",
    replace: "true",
    caughtBy: ["shell/readiness.test.ts"]
  },
  {
    name: "a store that does not answer is asked again every second",
    file: "endpoints/monitoring.ts",
    find: " && last.found.pollUnsafe() !== undefined",
    replace: "",
    caughtBy: ["shell/readiness.test.ts"]
  },
  {
    name: "a probe of a file only reads",
    file: "tasks/sqlite/layer.ts",
    find: "INSERT OR REPLACE INTO probes VALUES (1, zeroblob(${probed}))",
    replace: "SELECT 1",
    caughtBy: ["history/probes.test.ts"]
  },
  {
    name: "a file grows with each probe",
    file: "tasks/sqlite/layer.ts",
    find: "VALUES (1, zeroblob",
    replace: "VALUES (NULL, zeroblob",
    caughtBy: ["history/probes.test.ts"]
  },
  {
    name: "a probe of Redis only reads",
    file: "tasks/redis/scripts.ts",
    find: "redis.call('HSET', KEYS[1] .. ':probe', 'at', '')\n",
    replace: "",
    caughtBy: ["cli/unwritable.test.ts"]
  },
  {
    name: "a probe of Redis is kept for good",
    file: "tasks/redis/scripts.ts",
    find: "return redis.call('PEXPIRE', KEYS[1] .. ':probe', 60000)",
    replace: "return 1",
    caughtBy: ["cli/unwritable.test.ts"]
  },
  {
    name: "a probe of a folder makes it",
    file: "media/store/files.ts",
    find: "await stat(this.#path)\n    const draft",
    replace: "const draft",
    caughtBy: ["history/probes.test.ts"]
  },
  {
    name: "what wrote nothing says that a store can be written",
    file: "tasks/store-from-rows.ts",
    find: "hasWritten(done) ?",
    replace: "hasWritten !== undefined ?",
    caughtBy: ["cli/unwritable.test.ts"]
  },
  {
    name: "a file of a store is looked at once it is needed",
    file: "hosts/cli/stores.ts",
    find: "  await haveFolder(dirname(path), advice)\n  const begin",
    replace: "  if (path !== advice) return\n  const begin",
    caughtBy: ["cli/unwritable.test.ts"]
  },
  {
    name: "places of stores are not looked at when the file is read anew",
    file: "hosts/cli/settings.ts",
    find: "      await haveNewPlaces(now, next, terminal.env)\n",
    replace: "",
    caughtBy: ["cli/unwritable.test.ts"]
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
