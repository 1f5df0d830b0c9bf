import type { Mutant } from "./mutant.ts"

/** Defects in how the command stops, reads its file anew and tells that it is ready. */
export const operations: readonly Mutant[] = [
  {
    name: "what stops is ready",
    file: "endpoints/probes.ts",
    find: "!isDraining()",
    replace: "isDraining !== undefined",
    caughtBy: ["cli/stop.test.ts"]
  },
  {
    name: "connections outlive answers of a gateway that stops",
    file: "hosts/node.ts",
    find: " || reception.isDraining",
    replace: "",
    caughtBy: ["cli/stop.test.ts"]
  },
  {
    name: "what is idle is closed when nothing is listened to any more",
    file: "hosts/cli/stop.ts",
    find: "NetServer.prototype.close.call(server,",
    replace: "server.close(",
    caughtBy: ["cli/stop.test.ts"]
  },
  {
    name: "nothing is listened to at once",
    file: "hosts/cli/stop.ts",
    find: '=== "SIGTERM" && ready > 0',
    replace: '=== "SIGINT" && ready > 0',
    caughtBy: ["cli/stop.test.ts"]
  },
  {
    name: "a second signal hurries nobody",
    file: "hosts/cli/stop.ts",
    find: "Effect.promise(() => signals.second)",
    replace: "Effect.promise(() => signals.third)",
    caughtBy: ["cli/stop.test.ts"]
  },
  {
    name: "a key that is gone stays known",
    file: "hosts/cli/live.ts",
    find: "Reflect.get(Context.get(now(), service), member)",
    replace: "Reflect.get(_, member)",
    caughtBy: ["cli/live.test.ts"]
  },
  {
    name: "what was exchanged keeps what it opened",
    file: "hosts/cli/live.ts",
    find: "await Effect.runPromise(Scope.close(before.own, Exit.void))",
    replace: "void before",
    caughtBy: ["cli/live.test.ts"]
  },
  {
    name: "the next file is compared with the first one",
    file: "hosts/cli/reload.ts",
    find: "now = { ...now, keys: next.keys",
    replace: "now = { ...now, keys: now.keys",
    caughtBy: ["cli/reload.test.ts"]
  },
  {
    name: "what needs a start is not told",
    file: "hosts/cli/changes.ts",
    find: ".filter(([, of]) => !isSame(of(before), of(after)))",
    replace: ".filter(([, of]) => !isSame(of(before), of(before)))",
    caughtBy: ["cli/reload.test.ts"]
  }
]
