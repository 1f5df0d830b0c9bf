import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { missing } from "./missing.ts"
import type { RealPart } from "./parts.ts"
import { outcomeOf, readReport } from "./report.ts"
import type { Outcome, Report } from "./report.ts"

/** What to run, and on what. */
export interface Suites {
  /** The folder whose tests run. */
  readonly root: string
  /** The real parts that some of its suites need. */
  readonly parts: readonly RealPart[]
  /** Globs of suites that are left out on purpose. */
  readonly leaveOut: readonly string[]
  /** Arguments for vitest itself. */
  readonly args: readonly string[]
  /** Environment variables beside this process's own. */
  readonly env: Readonly<Record<string, string>>
  /** Whether a suite that did not run is a failure. */
  readonly ci: boolean
  /** Whether vitest's own lines are shown. */
  readonly quiet: boolean
}

/** One load of the house a worker, not one a file: no module keeps anything between two tests. */
const sharing = "--no-isolate"

const vitest = fileURLToPath(new URL("./vitest.mjs", import.meta.resolve("vitest/package.json")))

const reportAt = (file: string): Report => {
  try {
    return readReport(readFileSync(file, "utf8"))
  } catch {
    return { testResults: [] }
  }
}

/** Runs the suites whose real parts are there, and says what came of all of them. Changes nothing on the machine. */
export const runSuites = ({ root, parts, leaveOut, args, env, ci, quiet }: Suites): Outcome => {
  const absent = missing(parts)
  const excluded = [...leaveOut, ...absent.flatMap(({ suites }) => suites)]
  const folder = mkdtempSync(join(tmpdir(), "isogloss-report-"))
  const file = join(folder, "report.json")
  try {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
    const limits = ["--testTimeout=180000", "--hookTimeout=180000", ...excluded.map((glob) => `--exclude=${glob}`)]
    const command = [vitest, "run", sharing, "--root", root, ...reporters, ...limits, ...args]
    const { status } = spawnSync(process.execPath, command, {
      stdio: quiet ? "ignore" : "inherit",
      env: { ...process.env, ...env }
    })
    const unrun = absent.flatMap(({ name, suites }) => suites.map((suite) => `${suite} (${name} is missing)`))
    return outcomeOf(reportAt(file), { unrun, clean: status === 0, ci })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
