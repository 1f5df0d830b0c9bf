import { fork } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { statSync } from "node:fs"
import { linesOf, sumOf, tell } from "./ledger.ts"
import type { Ask } from "./lot.ts"

/** Milliseconds without any news after which a process hangs. */
const patience = 300_000

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

/** Which of some test files are not done with, as they stand in a copy: those that are read anew, with each of their faults. */
const leftOf = (copy: string, { tests, plan }: Ask): readonly string[] => {
  const done = new Map<string, ReadonlySet<number>>()
  for (const line of linesOf(plan.ledger)) {
    if (line.kind !== "done" || (plan.anew === undefined ? line.pass !== plan.pass : line.faults === undefined))
      continue
    const key = `${line.test} ${line.text}`
    done.set(key, new Set([...(done.get(key) ?? []), ...(line.faults ?? [])]))
  }
  return tests.filter((test) => {
    const faults = done.get(`${test} ${sumOf(copy, test)}`)
    return faults === undefined || plan.anew?.[test]?.every((fault) => faults.has(fault)) === false
  })
}

/** Tells of test files that are not done which fault they hung with, if it was one; gives whether one did. */
const tellHanging = ({ tests, plan }: Ask): boolean => {
  const lines = linesOf(plan.ledger)
  let hung = false
  for (const test of tests) {
    const last = lines.findLast((line) => "test" in line && line.test === test)
    if (last?.kind !== "trying") continue
    tell(plan.ledger, { kind: "caught", fault: last.fault, by: `${test}: does not end` })
    hung = true
  }
  return hung
}

/** Runs all test files of a pass, those again that were not done with, as long as that leads on. */
export const pass = async (copy: string, { tests, plan }: Ask): Promise<void> => {
  for (let left = leftOf(copy, { tests, plan }), leads = true; left.length > 0 && leads;) {
    const before = left.length
    // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
    await lot(copy, { tests: left, plan })
    left = leftOf(copy, { tests: left, plan })
    leads = tellHanging({ tests: left, plan }) || left.length < before
  }
}
