import type { Socket } from "node:net"
import { readFile } from "../../src/config/file.ts"
import { toNodeHandler } from "../../src/hosts/node.ts"
import { composeGateway } from "../../src/hosts/cli/compose.ts"
import { beginYoung, boundYoungGeneration, compileSooner } from "../../src/hosts/cli/v8.ts"
import { answer } from "./child.ts"
import { listen } from "./listen.ts"

/** What the process of a served gateway tells of its loop. */
export interface LoopAnswers {
  /** Starts the gateway of a configuration; its port. */
  readonly start: (configuration: string) => Promise<number>
  /** The longest time that the loop was held since this was last asked, in milliseconds of its own thread's CPU. */
  readonly held: () => number
  /** How many bytes it has told its clients, whatever of them is not sent yet. */
  readonly told: () => number
  /** Kilobytes that the process holds, as the system sees it; and, once all is collected, what is not garbage. */
  readonly memory: () => { readonly rss: number; readonly kept: number }
}

/** What else the machine does, and what other threads do, is none of it. */
const spent = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let last = spent()
let longest = 0
const beat = (): void => {
  const now = spent()
  longest = Math.max(longest, now - last)
  last = now
}
setInterval(beat, 1)

/** The connections that answers were asked for on. */
const sockets = new Set<Socket>()

// as the command does
boundYoungGeneration(process.env, process.execArgv)
compileSooner(process.execArgv)
beginYoung(process.execArgv)

answer<LoopAnswers & Record<string, (about: never) => unknown>>({
  start: async (configuration) => {
    const read = readFile(configuration, {})
    if (!read.ok) throw new Error(JSON.stringify(read.error))
    const gateway = await composeGateway(read.value)
    await gateway.ready
    const handle = toNodeHandler(gateway)
    return listen((request, response) => {
      sockets.add(request.socket)
      handle(request, response)
    })
  },
  held: () => {
    beat()
    const held = longest
    longest = 0
    return held
  },
  told: () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
  memory: () => {
    const { rss } = process.memoryUsage()
    globalThis.gc?.()
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    return { rss: rss / 1024, kept: (heapUsed + external) / 1024 }
  }
})
