import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import promises from "../rows.json" with { type: "json" }
import { realParts } from "./parts.ts"
import { runSuites } from "./run-suites.ts"
import { longRuns, longSuites } from "./suites.ts"

// `--quick` leaves the long suites out; `--long` tries each law more often; the rest goes to vitest, which would leave a
// core idle if nobody said how many there are.
const asked = process.argv.slice(2)
const workers = asked.some((arg) => arg.startsWith("--maxWorkers")) ? [] : [`--maxWorkers=${availableParallelism()}`]

const { lines, failed } = runSuites({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  parts: realParts,
  leaveOut: asked.includes("--quick") ? longSuites : [],
  args: [...asked.filter((arg) => arg !== "--quick" && arg !== "--long"), ...workers],
  env: asked.includes("--long") ? { ISOGLOSS_RUNS_FACTOR: String(longRuns) } : {},
  ci: process.env["CI"] === "true",
  quiet: false
})

console.log(`${Object.keys(promises).length} promises of the endpoint tables`)
for (const line of lines) console.log(line)
process.exitCode = failed === 0 ? 0 : 1
