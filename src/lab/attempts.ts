import { networkOf } from "../credentials/authenticate.ts"

/** Who tries: a user name, and an address where it is known. */
export interface Trying {
  readonly username: string
  readonly address?: string | undefined
}

/** How many attempts may fail. */
export interface Rates {
  /** Of one account from one address in a minute. */
  readonly failures: number
  /** From one address in a minute, whatever the account. */
  readonly addressFailures: number
  /** Of one account in an hour, from all addresses that it never logged in from. */
  readonly accountFailures: number
}

/** Attempts to log in. Times are milliseconds. */
interface Attempts {
  /** Counts an attempt from an address, and as under way until {@link Attempts.end}; or how long to wait before one is taken. */
  readonly admit: (address: string | undefined, now: number) => number | undefined
  readonly end: (address: string | undefined) => void
  /** How long to wait before an attempt for this account from there; undefined where it may be made. */
  readonly wait: (trying: Trying, now: number) => number | undefined
  /** Counts an attempt as failed, until what comes back is called: it succeeded. */
  readonly count: (trying: Trying, now: number) => (now: number) => void
}

const minute = 60_000
const hour = 60 * minute

/** How many attempts of one address are under way at once, and how long another is told to wait. */
const underWay = { most: 32, wait: 1000 }

/** Nothing longer is kept of a user name. */
const longestUserName = 256

/**
 * Remembers failed attempts in this process. They are counted for an account and an address together, so that a stranger
 * locks an account for the stranger's own address alone, and for an account slowly from everywhere it never logged in
 * from, so that many addresses guess no faster than few (100 an hour by default, as OWASP ASVS 4.0.3, 2.2.1, has it; the address that
 * it did log in from stands in for OWASP's device cookie).
 */
export const makeAttempts = ({ failures, addressFailures, accountFailures }: Rates): Attempts => {
  const networks = makeFailures({ failures: addressFailures, window: minute })
  const pairs = makeFailures({ failures, window: minute })
  const accounts = makeFailures({ failures: accountFailures, window: hour })
  const familiar = new Set<string>()
  const open = new Map<string, number>()
  return {
    admit: (address, now) => {
      if (address === undefined) return undefined
      const network = networkOf(address)
      const count = open.get(network) ?? 0
      const wait = networks.wait(network, now) ?? (count < underWay.most ? undefined : underWay.wait)
      if (wait !== undefined) return wait
      networks.add(network, now)
      open.set(network, count + 1)
      return undefined
    },
    end: (address) => {
      if (address === undefined) return
      const network = networkOf(address)
      const left = (open.get(network) ?? 0) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    },
    wait: (trying, now) => {
      const { pair, account } = keysOf(trying)
      const waits = [pairs.wait(pair, now), familiar.has(pair) ? undefined : accounts.wait(account, now)]
      const longestWait = Math.max(...waits.map((wait) => wait ?? 0))
      return longestWait === 0 ? undefined : longestWait
    },
    count: (trying, at) => {
      const { pair, account, network } = keysOf(trying)
      const isStranger = !familiar.has(pair)
      pairs.add(pair, at)
      if (isStranger) accounts.add(account, at)
      return (now) => {
        pairs.forgive(pair, now)
        if (isStranger) accounts.forgive(account, now)
        if (network === undefined) return
        networks.forgive(network, now)
        remember(familiar, pair)
      }
    }
  }
}

const keysOf = ({ username, address }: Trying) => {
  const account = username.slice(0, longestUserName)
  const network = address === undefined ? undefined : networkOf(address)
  return { account, network, pair: `${network ?? ""} ${account}` }
}

const remember = (familiar: Set<string>, pair: string): void => {
  familiar.delete(pair)
  familiar.add(pair)
  if (familiar.size <= mostRemembered) return
  for (const oldest of familiar) return void familiar.delete(oldest)
}

/** Counts failures by a text, each for a while. Times are milliseconds. */
interface Failures {
  /** How long until fewer are counted than may fail; undefined where that is so now. */
  readonly wait: (key: string, now: number) => number | undefined
  readonly add: (key: string, now: number) => void
  /** Takes one back. */
  readonly forgive: (key: string, now: number) => void
}

/** How many may fail, and in how many milliseconds from the first. */
interface FailureRate {
  readonly failures: number
  readonly window: number
}

/** Failures since a time. */
interface FailureCount {
  readonly count: number
  readonly until: number
}

/** How many texts are remembered: clients make up as many as they like. */
const mostRemembered = 10_000

/** Remembers failures in this process. */
export const makeFailures = ({ failures, window }: FailureRate): Failures => {
  const seen = new Map<string, FailureCount>()
  const counted = (key: string, now: number): FailureCount => {
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
const forget = (seen: Map<string, FailureCount>, now: number): void => {
  for (const [key, { until }] of seen) if (until <= now) seen.delete(key)
  for (const key of seen.keys()) {
    if (seen.size <= mostRemembered) return
    seen.delete(key)
  }
}
