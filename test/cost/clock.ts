/** How much more work is looked at the second time: three doublings. */
const doublings = 3

/** The most that a doubling may cost: of linear work it costs twice as much, of work on each pair four times. */
const mostADoubling = 2.5

/** How often each is tried: a busy machine only ever adds to what work costs. */
const tries = 3

const clock = (): number => {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

const costOf = (run: () => void): number => {
  const before = clock()
  run()
  return clock() - before
}

/**
 * Whether work on a text of eight times a length costs more than it may beside work on one of that length, in time of this
 * thread, both measured by turns. For what the engine does in one call, and tells nobody in steps: expressions.
 */
export const growsTooFast = (
  run: (text: string) => void,
  text: (length: number) => string,
  length: number
): boolean => {
  const [short, long] = [text(length), text(length * 2 ** doublings)]
  let [least, most] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let time = 0; time < tries; time++) {
    least = Math.min(
      least,
      costOf(() => run(short))
    )
    most = Math.min(
      most,
      costOf(() => run(long))
    )
    if (most <= Math.max(least, tick) * mostADoubling ** doublings) return false
  }
  return true
}

/** Microseconds below which the clock says nothing. */
const tick = 1000
