import type { Planted } from "./sample.ts"

/** A fault that nobody can notice. */
interface Harmless {
  /** File below `src`. */
  readonly file: string
  /** What is replaced and what takes its place, as the file says them. */
  readonly find: string
  readonly replace: string
  readonly why: string
}

/** Faults that were drawn and are none. */
export const harmless: readonly Harmless[] = [
  {
    file: "tasks/poller.ts",
    find: '"node"',
    replace: '"nodex"',
    why: "the name of a lease's holder is only compared with itself"
  },
  {
    file: "upstream/undici.ts",
    find: ">=",
    replace: ">",
    why: "the cache of parsed addresses holds one more before it is emptied"
  },
  {
    file: "hosts/node-body.ts",
    find: "clearTimeout(timer)",
    replace: "void 0",
    why: "a request's close stops the clock as well, and once its body is whole nobody hears the refusal"
  },
  {
    file: "formats/messages/tools.ts",
    find: '"name"',
    replace: '"namex"',
    why: "the name of a server in `mcp_servers` is written twice to the same member"
  },
  {
    file: "config/check.ts",
    find: ' ?? "another value"',
    replace: "",
    why: "every place of a configuration that can be wrong has a sentence of its own"
  },
  {
    file: "telemetry/layer.ts",
    find: "bound.set(key, known)",
    replace: "void 0",
    why: "a counter that is made anew has the same name and labels, by which Effect's registry knows it"
  },
  {
    file: "media/fetch/network.ts",
    find: 'socket.off("close", lost)',
    replace: "void 0",
    why: "what is already resolved is not rejected by a close"
  },
  {
    file: "core/errors/failure.ts",
    find: "200",
    replace: "201",
    why: "of a status below 400 nothing is asked but that it is"
  }
]

/** Why a fault is none; undefined where it is one, or nobody has thought about it. */
export const whyHarmless = (fault: Planted): string | undefined =>
  harmless.find(({ file, find, replace }) => file === fault.file && find === fault.find && replace === fault.replace)
    ?.why
