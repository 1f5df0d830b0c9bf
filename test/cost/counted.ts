import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { afterAll } from "vitest"
import type { Costs } from "./measure.ts"
import type { Asked } from "./thread.ts"

/** The works of a module, which are measured in a thread of their own: there every line is counted from the first. */
export interface CountedWorks {
  readonly names: readonly string[]
  /** What a work costs where a doubling of its size is dearer than it may be; undefined where it is not. */
  readonly tooDear: (name: string) => Promise<Costs | undefined>
  /** How many steps a work of a size takes. */
  readonly steps: (name: string, size: number) => Promise<number>
}

/** Loads the works that a module exports as `works`. They are there until the tests of this file are over. */
export const countedWorks = async (module: URL): Promise<CountedWorks> => {
  const thread = new Worker(new URL("./thread.ts", import.meta.url), { workerData: module.href, execArgv: [] })
  thread.unref()
  afterAll(() => thread.terminate())
  let before: Promise<unknown> = answerOf(thread)
  const ask = async (asked: Asked): Promise<unknown> => {
    const ready = before
    before = (async () => {
      await ready
      thread.postMessage(asked, [])
      return answerOf(thread)
    })()
    return before
  }
  return {
    names: (await before) as readonly string[],
    tooDear: (name) => ask({ name, size: undefined }) as Promise<Costs | undefined>,
    steps: (name, size) => ask({ name, size }) as Promise<number>
  }
}

const answerOf = async (thread: Worker): Promise<unknown> => {
  const [{ answer, why }] = await once(thread, "message")
  if (why !== undefined) throw new Error(why)
  return answer
}
