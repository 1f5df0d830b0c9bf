import { fork } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { statSync } from "node:fs"
import { linesOf, tell } from "./ledger.ts"
import type { Line } from "./ledger.ts"
import type { Ask } from "./lot.ts"

/** Milliseconds without any news after which a process hangs. */
const patience = 180_000

const changed = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Runs test files in a copy; ends what hangs. */
const lot = (copy: string, ask: Ask): Promise<void> =>
  new Promise((resolve) => {
    const listening = join(copy, "test/mutants/random/listening.mjs")
    const child = fork(fileURLToPath(new URL("lot.ts", import.meta.url)), {
      cwd: copy,
      stdio: "ignore",
      detached: true,
      env: { ...process.env, CI: "true", NODE_OPTIONS: `--import=${listening}` }
    })
    const begun = Date.now()
    const timer = setInterval(() => {
      if (Date.now() - Math.max(begun, changed(ask.plan.ledger)) < patience) return
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
    }, 1000)
    child.on("exit", () => {
      clearInterval(timer)
      resolve()
    })
    child.send(ask)
  })

const isDone = (lines: readonly Line[], { pass }: Ask["plan"], test: string): boolean =>
  lines.some((line) => line.kind === "done" && line.pass === pass && line.test === test)

/** Tells of each test file that was not done with which fault it hung, if it was one. */
const tellHanging = ({ tests, plan }: Ask): void => {
  const lines = linesOf(plan.ledger)
  for (const test of tests.filter((it) => !isDone(lines, plan, it))) {
    const last = lines.findLast((line) => "test" in line && line.test === test)
    if (last?.kind === "trying") tell(plan.ledger, { kind: "caught", fault: last.fault, by: `${test}: does not end` })
  }
}

/** How often a test file is begun that is not done with. */
const attempts = 4

/** Runs all test files of a pass, those again that were not done with. */
export const pass = async (copy: string, { tests, plan }: Ask): Promise<void> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const lines = linesOf(plan.ledger)
    const left = tests.filter((test) => !isDone(lines, plan, test))
    if (left.length === 0) return
    // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
    await lot(copy, { tests: left, plan })
    tellHanging({ tests: left, plan })
  }
}
