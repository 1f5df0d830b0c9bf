import { spawnSync } from "node:child_process"
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const here = fileURLToPath(new URL(".", import.meta.url))

/** Where the clients are installed: beside the packages of the tests, and none of theirs. */
const folder = fileURLToPath(new URL("../../../node_modules/.cache/isogloss-clients", import.meta.url))

const lists = ["package.json", "package-lock.json"] as const

const textAt = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "")

const isInstalled = (): boolean =>
  existsSync(join(folder, "node_modules")) &&
  lists.every((list) => textAt(join(folder, list)) === textAt(join(here, list)))

/** Installs the clients in the versions of the lock, without their scripts; whether they are there. */
export const install = (): boolean => {
  if (isInstalled()) return true
  mkdirSync(folder, { recursive: true })
  for (const list of lists) copyFileSync(join(here, list), join(folder, list))
  const flags = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund"]
  return spawnSync("npm", ["install", ...flags], { cwd: folder, stdio: "inherit" }).status === 0
}

/** A file of an installed client, by its path below `node_modules`. */
export const fileOf = (path: string): string => join(folder, "node_modules", path)

/** Loads an installed client; which of its names a test uses, and how, the test says. */
export const load = async <Names>(name: string): Promise<Names> => {
  const resolve = createRequire(join(folder, "package.json")).resolve
  // oxlint-disable-next-line no-unsafe-type-assertion -- its types are installed only where it is
  return (await import(/* @vite-ignore */ pathToFileURL(resolve(name)).href)) as Names
}
