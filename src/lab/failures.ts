/** Counts failures by a text, each for a while. Times are milliseconds. */
export interface Failures {
  /** How long until fewer are counted than may fail; undefined where that is so now. */
  readonly wait: (key: string, now: number) => number | undefined
  readonly add: (key: string, now: number) => void
  /** Takes one back. */
  readonly forgive: (key: string, now: number) => void
}

/** How many may fail, and in how many milliseconds from the first. */
export interface Rate {
  readonly failures: number
  readonly window: number
}

/** Failures since a time. */
interface Counted {
  readonly count: number
  readonly until: number
}

/** How many texts are remembered: clients make up as many as they like. */
export const mostRemembered = 10_000

/** Remembers failures in this process. */
export const makeFailures = ({ failures, window }: Rate): Failures => {
  const seen = new Map<string, Counted>()
  const counted = (key: string, now: number): Counted => {
    const found = seen.get(key)
    return found !== undefined && found.until > now ? found : { count: 0, until: now + window }
  }
  const change = (key: string, now: number, by: 1 | -1): void => {
    const { count, until } = counted(key, now)
    seen.delete(key)
    if (count + by > 0) seen.set(key, { count: count + by, until })
    if (seen.size > mostRemembered) forget(seen, now)
  }
  return {
    wait: (key, now) => {
      const { count, until } = counted(key, now)
      return count < failures ? undefined : until - now
    },
    add: (key, now) => change(key, now, 1),
    forgive: (key, now) => change(key, now, -1)
  }
}

/** Forgets what is over, and where that is nothing, what was touched longest ago. */
const forget = (seen: Map<string, Counted>, now: number): void => {
  for (const [key, { until }] of seen) if (until <= now) seen.delete(key)
  for (const key of seen.keys()) {
    if (seen.size <= mostRemembered) return
    seen.delete(key)
  }
}
