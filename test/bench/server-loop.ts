import { performance } from "node:perf_hooks"
import { readFile } from "../../src/config/file.ts"
import { toNodeHandler } from "../../src/hosts/node.ts"
import { compose } from "../../src/hosts/cli/compose.ts"
import { answer } from "./child.ts"
import { listen } from "./listen.ts"

/** What the process of a served gateway tells of its loop. */
export interface LoopAnswers {
  /** Starts the gateway of a configuration; its port. */
  readonly start: (configuration: string) => Promise<number>
  /** The longest time that the loop was held since this was last asked, in milliseconds. */
  readonly held: () => number
}

let last = performance.now()
let longest = 0
const beat = (): void => {
  const now = performance.now()
  longest = Math.max(longest, now - last)
  last = now
}
setInterval(beat, 1)

answer<LoopAnswers & Record<string, (about: never) => unknown>>({
  start: async (configuration) => {
    const read = readFile(configuration, {})
    if (!read.ok) throw new Error(JSON.stringify(read.error))
    const gateway = await compose(read.value)
    await gateway.ready
    return listen(toNodeHandler(gateway))
  },
  held: () => {
    beat()
    const held = longest
    longest = 0
    return held
  }
})
