import { fork, type ChildProcess } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { Ask } from "./warm.ts"

/** Milliseconds that one test may take: a busy machine is no fault. */
export const testTimeout = 30_000

/** What runs tests in one copy of the tree, one lot after the other. */
export interface Tries {
  /** Which of some test files fail, at least the first; a lot that takes too long fails as a whole. */
  readonly failing: (ask: Ask) => Promise<readonly string[]>
  readonly close: () => void
}

const start = (copy: string): ChildProcess =>
  fork(fileURLToPath(new URL("warm.ts", import.meta.url)), { cwd: copy, stdio: "ignore", detached: true })

/** Ends a process and those that it started, as far as they are there. */
const end = ({ pid }: ChildProcess): void => {
  if (pid === undefined) return
  try {
    process.kill(-pid, "SIGKILL")
  } catch {
    // None is left.
  }
}

/** Keeps one process that runs tests in a copy, which is begun anew after a lot that took longer than `limit` milliseconds. */
export const triesIn = (copy: string, limit: number): Tries => {
  let child: ChildProcess | undefined
  const close = (): void => {
    if (child !== undefined) end(child)
    child = undefined
  }
  return {
    failing: (ask) => {
      const running = (child ??= start(copy))
      return new Promise((resolve) => {
        const answered = (failed: readonly string[]): void => {
          clearTimeout(timer)
          running.removeAllListeners()
          resolve(failed)
        }
        const lost = (): void => {
          close()
          answered(["the time"])
        }
        const timer = setTimeout(lost, limit)
        running.once("message", answered)
        running.once("exit", lost)
        running.send(ask)
      })
    },
    close
  }
}
