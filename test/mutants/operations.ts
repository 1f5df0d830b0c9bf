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
  }
]
