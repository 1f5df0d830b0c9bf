import { stepsOf } from "./steps.ts"

/** A piece of work of a size, prepared outside of what is measured. */
export type Work = (size: number) => () => unknown

/** Work, and the size at which it is looked at first. */
export type SizedWork = readonly [size: number, work: Work]

/** Works by their names. */
export type Works = Readonly<Record<string, SizedWork>>

/** What work cost at sizes of which each is twice the one before, in steps. */
export interface Costs {
  readonly size: number
  readonly steps: readonly number[]
}

/** The most that a doubling may cost: of linear work it costs twice as much, of work on each pair four times. */
const mostADoubling = 2.5

const isDear = (before: number, after: number): boolean => after > mostADoubling * before

/**
 * What work costs where doublings of its size are dearer than they may be; undefined where they are not. One that is, before
 * one that is not, is where the work begins to be done in another way, which happens once.
 */
export const tooDear = async ([size, work]: SizedWork): Promise<Costs | undefined> => {
  await stepsOf(work(Math.ceil(size / 8)))
  const once = await stepsOf(work(size))
  const twice = await stepsOf(work(size * 2))
  const fourTimes = await stepsOf(work(size * 4))
  if (!isDear(twice, fourTimes)) return undefined
  const steps = [once, twice, fourTimes]
  if (isDear(once, twice)) return { size, steps }
  const eightTimes = await stepsOf(work(size * 8))
  return isDear(fourTimes, eightTimes) ? { size, steps: [...steps, eightTimes] } : undefined
}

/** How many steps work of a size takes, once whatever it loads is there. */
export const stepsAt = async ([first, work]: SizedWork, size: number): Promise<number> => {
  await stepsOf(work(first))
  return stepsOf(work(size))
}
