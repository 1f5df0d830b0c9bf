import { fileURLToPath } from "node:url"
import { runSuites } from "../../setup/run-suites.ts"
import { install } from "./packages.ts"

// Installs the large clients where they are not there yet, and runs each against `serve`. Arguments go to vitest.

const config = fileURLToPath(new URL("vitest.config.ts", import.meta.url))

if (install()) {
  const { lines, failed } = runSuites({
    root: fileURLToPath(new URL("../../..", import.meta.url)),
    parts: [],
    leaveOut: [],
    args: ["--config", config, ...process.argv.slice(2)],
    env: {},
    ci: process.env["CI"] === "true",
    quiet: false
  })
  for (const line of lines) console.log(line)
  process.exitCode = failed === 0 ? 0 : 1
} else {
  console.log("The clients could not be installed.")
  process.exitCode = 1
}
