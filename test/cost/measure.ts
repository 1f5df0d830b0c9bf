import { setTimeout as pause } from "node:timers/promises"

/** A piece of work of a size, prepared outside of what is measured. */
export type Work = (size: number) => () => unknown

/** What work cost at three sizes, each twice the one before, in milliseconds of this thread's processor. */
export interface Costs {
  readonly size: number
  readonly ms: readonly [once: number, twice: number, fourTimes: number]
}

/**
 * The most that a doubling may cost, as a ratio: work on each pair costs four times as much, and of work on each the
 * collector and the caches of a busy machine have been seen to make 2.6.
 */
const mostADoubling = 3

/** Below this many milliseconds the clock (a tick of which may be four), the compiler and the collector say more than the work. */
const floor = 100

/** How often work is measured before it counts as too dear: a busy machine only ever adds to it. */
const tries = 10

/** Milliseconds before another try, the longer the later: what others do on the same core comes in bursts. */
const waits = 50

/** From this many milliseconds on nothing but the work itself is seen. */
const plain = 1500

const clock = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const costOf = async (run: () => unknown): Promise<number> => {
  const before = clock()
  await run()
  return clock() - before
}

const least = async (work: Work, size: number, times: number): Promise<number> => {
  const run = work(size)
  let ms = Number.POSITIVE_INFINITY
  for (let time = 0; time < times; time++) ms = Math.min(ms, await costOf(run))
  return ms
}

const isDear = (before: number, after: number): boolean =>
  after > floor && after > mostADoubling * Math.max(before, floor / mostADoubling)

/**
 * What work costs where a doubling of its size is dearer than it may be; undefined where it is not. Work that is cheap
 * at four times the size is looked at once; what looks dear is measured until it does not, or ten times over.
 */
export const tooDear = async (work: Work, size: number): Promise<Costs | undefined> => {
  await least(work, Math.ceil(size / 8), 1)
  const ms: [number, number, number] = [await least(work, size, 1), 0, await least(work, size * 4, 1)]
  if (!isDear(ms[0] * mostADoubling, ms[2])) return undefined
  ms[1] = Number.POSITIVE_INFINITY
  for (let time = 0; time < tries; time++) {
    ms[0] = Math.min(ms[0], await least(work, size, 2))
    ms[1] = Math.min(ms[1], await least(work, size * 2, 1))
    ms[2] = Math.min(ms[2], await least(work, size * 4, 1))
    if (!isDear(ms[0], ms[1]) && !isDear(ms[1], ms[2])) return undefined
    if (ms[2] > plain) break
    await pause(time * waits)
  }
  return { size, ms }
}
