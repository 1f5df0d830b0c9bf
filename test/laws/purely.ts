const forbidden = (name: string) => (): never => {
  throw new Error(`${name} was used`)
}

/** Runs something while the clock, randomness and the network throw. */
export const purely = <A>(run: () => A): A => {
  const saved = { date: globalThis.Date, random: Math.random, fetch: globalThis.fetch, now: performance.now }
  const values = crypto.getRandomValues
  const uuid = crypto.randomUUID
  try {
    globalThis.Date = forbidden("Date") as unknown as DateConstructor
    Math.random = forbidden("Math.random")
    globalThis.fetch = forbidden("fetch")
    performance.now = forbidden("performance.now")
    crypto.getRandomValues = forbidden("crypto.getRandomValues")
    crypto.randomUUID = forbidden("crypto.randomUUID")
    return run()
  } finally {
    globalThis.Date = saved.date
    Math.random = saved.random
    globalThis.fetch = saved.fetch
    performance.now = saved.now
    crypto.getRandomValues = values
    crypto.randomUUID = uuid
  }
}
