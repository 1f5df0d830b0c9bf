import type { Terminal } from "./terminal.ts"

/** The signals that ask to stop. */
const names = ["SIGTERM", "SIGINT"] as const

/** Those that ask for nothing. */
const meaningless = ["SIGUSR1", "SIGUSR2"] as const

/** A signal that asks to stop. */
export type Signal = (typeof names)[number]

/** The first three signals to stop, each once it comes. */
export interface Signals {
  readonly first: Promise<Signal>
  readonly second: Promise<Signal>
  readonly third: Promise<Signal>
  /** Leaves signals to the system again. */
  readonly off: () => void
}

/**
 * Hears signals to stop, in place of the system, and ignores those that mean nothing here: SIGUSR1, at which node would let
 * others inspect it, and SIGUSR2, at which the system would end it.
 */
export const signalsTo = (terminal: Terminal): Signals => {
  const waiting: ((signal: Signal) => void)[] = []
  const next = (): Promise<Signal> => new Promise((resolve) => void waiting.push(resolve))
  const [first, second, third] = [next(), next(), next()]
  const hear = (signal: Signal): void => waiting.shift()?.(signal)
  for (const name of names) terminal.on(name, hear)
  for (const name of meaningless) terminal.on(name, ignored)
  const off = (): void => {
    for (const name of names) terminal.off(name, hear)
    for (const name of meaningless) terminal.off(name, ignored)
  }
  return { first, second, third, off }
}

const ignored = (): void => undefined
