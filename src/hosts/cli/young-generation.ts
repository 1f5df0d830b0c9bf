import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8"
import type { Terminal } from "./terminal.ts"

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
