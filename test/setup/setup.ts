import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { missing } from "./missing.ts"
import { realParts } from "./parts.ts"
import { provide } from "./provide.ts"

const apt = (...args: readonly string[]): boolean =>
  spawnSync("apt-get", ["-qq", "-o", "Acquire::Retries=3", ...args], {
    stdio: "inherit",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  }).status === 0

process.exitCode = provide(realParts, {
  missing,
  installs: process.getuid?.() === 0 && existsSync("/etc/debian_version"),
  install: (packages) => apt("update") && apt("install", "--yes", "--no-install-recommends", ...packages),
  say: (line) => console.log(line)
})
