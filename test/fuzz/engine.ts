import { random } from "../bench/random.ts"
import type { Costs } from "./costs.ts"
import { type Case, kindOf, type Target } from "./target.ts"

/** A case that must not fail and does. */
export interface Failure {
  readonly target: string
  readonly seed: number
  /** Its number; with the seed and the target it is made again. */
  readonly number: number
  readonly fault: string
  /** The case with all taken out that the fault does not need. */
  readonly least: Case
}

/** What came of a run. */
export interface Outcome {
  readonly cases: number
  readonly failures: readonly Failure[]
}

/** Which cases of a target are tried. */
export interface Run {
  readonly seed: number
  /** The number of the first case. */
  readonly from?: number
  /** Whether to go on after so many cases. */
  readonly goesOn: (cases: number) => boolean
  /** What looks at what cases cost; absent: nobody does, as on a machine that has other work. */
  readonly costs?: Costs
}

/** After how many cases bystanders are asked. */
const batch = 50

/** A target that fails so often has been understood. */
const mostFailures = 5

/** The case of a number: the same for the same seed and target. */
export const caseOf = (target: Target, seed: number, number: number): Case =>
  target.make(random(Math.imul(seed ^ 0x9e3779b9, 31) + Math.imul(number + 1, 0x85ebca6b)))

/** Tries cases of a target one after the other. Of failures of one kind the first is kept, and shrunk. */
export const fuzz = async (target: Target, { seed, from = 0, goesOn, costs }: Run): Promise<Outcome> => {
  const failures = new Map<string, Failure>()
  const keep = async (number: number, fault: string, again: (made: Case) => Promise<string | undefined>) => {
    if (failures.has(kindOf(fault))) return
    const least = await shrunk(caseOf(target, seed, number), async (made) => isSame(await again(made), fault))
    failures.set(kindOf(fault), { target: target.name, seed, number, fault, least })
  }
  let number = from
  for (; goesOn(number - from) && failures.size < mostFailures; number++) {
    const made = caseOf(target, seed, number)
    const attempt = (): Promise<string | undefined> => faultOf(target, made)
    const watched = target.trusted === true ? undefined : costs
    const fault = await (watched?.watch(made.bytes.length, attempt) ?? attempt())
    if (fault !== undefined) await keep(number, fault, (other) => faultOf(target, other))
    else if (watched?.isDear === true)
      await keep(number, "too dear: more time a byte than others", (other) => watched.again(target, other))
    if ((number - from) % batch === batch - 1) {
      const noticed = await target.bystander?.()
      if (noticed !== undefined)
        await keep(
          number,
          `bystander: ${noticed}`,
          async (other) => (await faultOf(target, other), target.bystander?.())
        )
    }
  }
  return { cases: number - from, failures: [...failures.values()] }
}

const isSame = (fault: string | undefined, other: string): boolean =>
  fault !== undefined && (kindOf(fault) === kindOf(other) || other.startsWith("bystander:"))

/** A fault of a case; what throws is at fault. */
const faultOf = async (target: Target, made: Case): Promise<string | undefined> => {
  try {
    return await target.fault(made)
  } catch (thrown) {
    return `throws: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`
  }
}

/** How many smaller cases are tried at most. */
const tries = 400

/** How many milliseconds are spent on one case. */
const patience = 10_000

/** A case without the pieces of its bytes that can be left out while it still fails: halves, quarters, and so on. */
const shrunk = async (made: Case, fails: (made: Case) => Promise<boolean>): Promise<Case> => {
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
