import type { Case } from "./target.ts"

/** How many smaller cases are tried at most. */
const tries = 400

/** How many milliseconds are spent on one case. */
const patience = 10_000

/** A case without the pieces of its bytes that can be left out while it still fails: halves, quarters, and so on. */
export const shrunk = async (made: Case, fails: (made: Case) => Promise<boolean>): Promise<Case> => {
  let least = made
  let left = tries
  const end = Date.now() + patience
  for (let size = Math.ceil(made.bytes.length / 2); size >= 1 && left > 0 && Date.now() < end;) {
    let cut = false
    for (let at = 0; at < least.bytes.length && left > 0 && Date.now() < end; left--) {
      const smaller = { ...least, bytes: without(least.bytes, at, size) }
      if (await fails(smaller)) {
        least = smaller
        cut = true
      } else at += size
    }
    if (size === 1 && !cut) break
    size = cut ? Math.min(size, least.bytes.length) : Math.floor(size / 2)
  }
  return least
}

const without = (bytes: Uint8Array, at: number, length: number): Uint8Array => {
  const rest = new Uint8Array(Math.max(at, bytes.length - length))
  rest.set(bytes.subarray(0, at))
  rest.set(bytes.subarray(at + length), at)
  return rest
}
