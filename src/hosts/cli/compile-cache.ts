import { mkdirSync, statSync } from "node:fs"
import { enableCompileCache } from "node:module"
import { homedir } from "node:os"
import { isAbsolute, join } from "node:path"
import type { Terminal } from "./terminal.ts"

/**
 * Keeps what V8 compiles of this program among the caches of its user, so that the next start need not compile it again.
 * Where nothing can be kept, or the folder is another user's, who could have put code there, all is compiled each time.
 * `NODE_COMPILE_CACHE` names another folder, and `NODE_DISABLE_COMPILE_CACHE` keeps none.
 *
 * @see https://nodejs.org/api/module.html#module-compile-cache (read 2026-11)
 */
export const keepCompiled = (env: Terminal["env"]): void => {
  const folder = folderOf(env)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (process.getuid === undefined || statSync(folder).uid === process.getuid()) enableCompileCache(folder)
  } catch {
    // a cache that cannot be had is none
  }
}

const folderOf = ({ XDG_CACHE_HOME: cache = "", LOCALAPPDATA: local = "" }: Terminal["env"]): string => {
  if (isAbsolute(cache)) return join(cache, "isogloss")
  if (process.platform === "win32" && local !== "") return join(local, "isogloss", "cache")
  return join(homedir(), ".cache", "isogloss")
}
