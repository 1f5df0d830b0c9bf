import { mkdirSync, statSync } from "node:fs"
import { enableCompileCache } from "node:module"
import { homedir } from "node:os"
import { isAbsolute, join } from "node:path"
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8"
import type { Terminal } from "./command.ts"

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

/** Bytes in both halves of the young generation from which on it grows no more. */
const largeEnough = 32 * 1024 * 1024

/** How often it is looked at, in milliseconds; it doubles at most once in a collection. */
const interval = 100

/**
 * Lets the young generation of V8's heap grow to two halves of 16 MiB and no further: V8 itself would go on to 128 MiB
 * in all, where requests come without a pause, for no less work. Who sets `--max-semi-space-size`, for this process or
 * in `NODE_OPTIONS`, has chosen already. V8 takes its greatest size at the start alone, but the factor by which it grows at each growth.
 *
 * @see https://nodejs.org/api/v8.html#v8setflagsfromstringflags (read 2026-11)
 */
export const boundYoungGeneration = ({ NODE_OPTIONS = "" }: Terminal["env"], flags: readonly string[]): void => {
  if ([NODE_OPTIONS, ...flags].some((given) => /semi[-_]space[-_]size/.test(given))) return
  const looking = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space")
    if (young !== undefined && young.space_size < largeEnough) return
    clearInterval(looking)
    setFlagsFromString("--semi-space-growth-factor=1")
  }, interval)
  looking.unref()
}

/** How often a function is called, or little oftener, before V8 compiles it for good. */
const calls = 1000

/**
 * Lets V8 compile for good what was called {@link calls} times: its own patience is some eight times as long, and whoever
 * starts a gateway waits for it under load. Who sets `--invocation-count-for-turbofan` or `--no-turbofan` has chosen already.
 *
 * @see https://v8.dev/docs/turbofan; `node --v8-options` has the flag (24.21)
 */
export const compileSooner = (flags: readonly string[]): void => {
  if (!flags.some((given) => /^--\S*turbofan/.test(given)))
    setFlagsFromString(`--invocation-count-for-turbofan=${calls}`)
}

/**
 * Lets V8 make all that is new in its young generation. Where it saw objects survive, as those of the start all do, it makes
 * what comes from the same places among the old ones: an object a request is enough, for what it points to is then kept, which
 * is the whole request, until everything is collected. A small collection takes some 1 ms without that, and 7 with it. Who
 * sets a flag about it has chosen already.
 *
 * @see https://v8.dev/blog/trash-talk; `node --trace-pretenuring-statistics` tells which places (24.21)
 */
export const beginYoung = (flags: readonly string[]): void => {
  if (!flags.some((given) => /^--\S*pretenuring/.test(given))) setFlagsFromString("--no-allocation-site-pretenuring")
}
