import { parentPort, workerData } from "node:worker_threads"
import type { Works } from "./measure.ts"
import { countSteps } from "./steps.ts"

// A thread that measures the works of a module. Whatever is looked at is loaded once steps are counted, and never before.

/** What is asked of the thread: of a work, what it costs where that is too much, or how many steps it takes at a size. */
export interface Asked {
  readonly name: string
  readonly size: number | undefined
}

countSteps()
const { stepsAt, tooDear } = await import("./measure.ts")
const { works }: { readonly works: Works } = await import(workerData)

const answerTo = async ({ name, size }: Asked): Promise<unknown> => {
  const work = works[name]
  if (work === undefined) throw new Error(`There is no work of the name ${name}.`)
  return size === undefined ? tooDear(work) : stepsAt(work, size)
}

parentPort?.on("message", (asked: Asked) => {
  void answerTo(asked).then(
    (answer) => parentPort?.postMessage({ answer }, []),
    (why: unknown) => parentPort?.postMessage({ why: String(why) }, [])
  )
})
parentPort?.postMessage({ answer: Object.keys(works) }, [])
