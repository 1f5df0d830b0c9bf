import { Session } from "node:inspector"
import { countNatives, nativeSteps } from "./natives.ts"

// How much work is, in numbers that a machine's mood does not change: how often each block of the code that it enters was
// run, as the engine counts for coverage, and what functions of the engine looked at or copied meanwhile. Not counted is
// what an expression tries in vain, what an object's spread copies, and the joining of texts.

interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[]
  }[]
}

const session = new Session()

const post = (method: string, params: object = {}): unknown => {
  let answer: unknown
  session.post(method, params, (error: Error | null, answered?: object) => {
    if (error !== null) throw error
    answer = answered
  })
  return answer
}

/** Begins to count, in this thread and for good. What was loaded before is not counted. */
export const countSteps = (): void => {
  session.connect()
  post("Profiler.enable")
  post("Profiler.startPreciseCoverage", { callCount: true, detailed: true, allowTriggeredUpdates: false })
  countNatives()
}

/** What counts is not counted. */
const uncounted: ReadonlySet<string> = new Set([import.meta.url, import.meta.resolve("./natives.ts")])

/** Whether code of a file is counted: the project's is, and its packages', but not the runtime's own. */
const isCounted = (url: string): boolean => url.startsWith("file:") && !uncounted.has(url)

/** How often blocks were run since this was asked last. */
const blocksRun = (): number => {
  let sum = 0
  const { result } = post("Profiler.takePreciseCoverage") as Coverage
  for (const { url, functions } of result) {
    if (!isCounted(url)) continue
    for (const { ranges } of functions) for (const { count } of ranges) sum += count
  }
  return sum
}

/** How many steps a run takes. */
export const stepsOf = async (run: () => unknown): Promise<number> => {
  blocksRun()
  const before = nativeSteps()
  await run()
  return nativeSteps() - before + blocksRun()
}
