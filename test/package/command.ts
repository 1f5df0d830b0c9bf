import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"

/** The repository's top folder. */
export const top = fileURLToPath(new URL("../..", import.meta.url))

/** How a command ended and all that it said. */
export interface Ended {
  readonly status: number | null
  readonly said: string
}

/** Runs a command to its end. */
export const run = (command: string, args: readonly string[], cwd: string = top): Ended => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: 2 ** 26 })
  return { status, said: `${stdout}${stderr}` }
}

/** Runs a script with this process's own Node, by its path from the top. */
export const runScript = (script: string, args: readonly string[], cwd: string = top): Ended =>
  run(process.execPath, [fileURLToPath(new URL(`../../${script}`, import.meta.url)), ...args], cwd)
