import { networkOf } from "./network.ts"

/** How many attempts may fail, and in how many milliseconds from the first. */
export interface Rate {
  readonly failures: number
  readonly window: number
}

/** Who tries: a user name, and an address where it is known. */
export interface Trying {
  readonly username: string
  readonly address?: string | undefined
}

/** Attempts to log in, by user name and by address. Times are milliseconds. */
export interface Attempts {
  /** How long to wait before another attempt; undefined where it may be made. */
  readonly wait: (trying: Trying, now: number) => number | undefined
  /** Counts an attempt as failed until it is known not to be. */
  readonly count: (trying: Trying, now: number) => void
  /** The attempt did not fail. */
  readonly forgive: (trying: Trying, now: number) => void
}

/** Failures since a time. */
interface Failures {
  readonly count: number
  readonly until: number
}

/** How many names and addresses are remembered: clients make up as many as they like. */
const most = 10_000

/** Nothing longer is kept of a user name. */
const longest = 256

/** Remembers failed attempts in this process. */
export const makeAttempts = ({ failures, window }: Rate): Attempts => {
  const seen = new Map<string, Failures>()
  const failed = (key: string, now: number): Failures => {
    const found = seen.get(key)
    return found !== undefined && found.until > now ? found : { count: 0, until: now + window }
  }
  const add = (key: string, now: number, more: 1 | -1): void => {
    const { count, until } = failed(key, now)
    seen.delete(key)
    if (count + more > 0) seen.set(key, { count: count + more, until })
    if (seen.size > most) forget(seen, now)
  }
  return {
    wait: (trying, now) => {
      const full = keysOf(trying).flatMap((key) => {
        const { count, until } = failed(key, now)
        return count < failures ? [] : [until - now]
      })
      return full.length === 0 ? undefined : Math.max(...full)
    },
    count: (trying, now) => keysOf(trying).forEach((key) => add(key, now, 1)),
    forgive: (trying, now) => keysOf(trying).forEach((key) => add(key, now, -1))
  }
}

const keysOf = ({ username, address }: Trying): readonly string[] => {
  const name = `name ${username.slice(0, longest)}`
  return address === undefined ? [name] : [name, `network ${networkOf(address)}`]
}

/** Forgets what is over, and where that is nothing, what was touched longest ago. */
const forget = (seen: Map<string, Failures>, now: number): void => {
  for (const [key, { until }] of seen) if (until <= now) seen.delete(key)
  for (const key of seen.keys()) {
    if (seen.size <= most) return
    seen.delete(key)
  }
}
