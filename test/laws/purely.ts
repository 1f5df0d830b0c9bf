import { vi } from "vitest"

const forbidden = (name: string) => (): never => {
  throw new Error(`${name} was used`)
}

/** Runs something while the clock, randomness and the network throw. */
export const purely = <A>(run: () => A): A => {
  const spies = [
    vi.spyOn(Date, "now").mockImplementation(forbidden("Date.now")),
    vi.spyOn(Math, "random").mockImplementation(forbidden("Math.random")),
    vi.spyOn(performance, "now").mockImplementation(forbidden("performance.now")),
    vi.spyOn(globalThis, "fetch").mockImplementation(forbidden("fetch")),
    vi.spyOn(crypto, "getRandomValues").mockImplementation(forbidden("crypto.getRandomValues")),
    vi.spyOn(crypto, "randomUUID").mockImplementation(forbidden("crypto.randomUUID"))
  ]
  try {
    return run()
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
