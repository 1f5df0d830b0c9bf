/** What goes wrong where no client sees it. */
export interface Watched {
  /** The first thing since this was last asked. */
  readonly wrong: () => string | undefined
  readonly off: () => void
}

/** Watches this process for defects that are logged, and for what nobody caught. */
export const watched = (): Watched => {
  let first: string | undefined
  const { log, error } = console
  const look = (...said: readonly unknown[]): void => {
    const line = said.map(String).join(" ")
    if (/ERROR|FATAL|defect/.test(line)) first ??= `defect: ${line}`
  }
  const uncaught = (thrown: unknown): void => {
    first ??= `unhandled: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`
  }
  console.log = look
  console.error = look
  process.on("unhandledRejection", uncaught)
  process.on("uncaughtException", uncaught)
  return {
    wrong: () => {
      const said = first
      first = undefined
      return said
    },
    off: () => {
      console.log = log
      console.error = error
      process.off("unhandledRejection", uncaught)
      process.off("uncaughtException", uncaught)
    }
  }
}
