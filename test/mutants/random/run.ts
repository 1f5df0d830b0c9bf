import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { copied, root } from "../planting.ts"
import { compiling } from "./compiling.ts"
import { whyHarmless } from "./harmless.ts"
import { nearTo } from "./imports.ts"
import type { Near } from "./imports.ts"
import { linesOf } from "./ledger.ts"
import type { Line } from "./ledger.ts"
import { filesOf, sample, told } from "./sample.ts"
import type { Draw, Planted } from "./sample.ts"
import { switched } from "./switched.ts"
import { pass } from "./trial.ts"

/** How many faults are drawn at once for one that is wanted: the compiler refuses some. */
const portion = 2.2

/** How many test files count as near to a fault, besides those that stand where it stands. */
const nearest = 12

/** How many of the nearest test files are read anew before those that noticed more elsewhere. */
const first = 6

/** Which of the nearest test files are read anew with a fault that needs it, one after the other. */
const rounds: readonly (readonly [from: number, to: number])[] = [
  [0, 2],
  [2, 5],
  [5, nearest]
]

const textOf = (file: string): string => readFileSync(join(root, "src", file), "utf8")

/** Where the faults of a draw and what is known of them are kept, until a file below `src` changes. */
const kept = (draw: Draw): { readonly faults: string; readonly ledger: string } => {
  const sum = createHash("sha256").update(JSON.stringify(draw))
  for (const file of filesOf(join(root, "src"))) sum.update(textOf(file))
  const folder = join(root, "node_modules/.cache/isogloss-mutants")
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${draw.seed}-${sum.digest("hex").slice(0, 12)}`)
  return { faults: `${path}.json`, ledger: `${path}.jsonl` }
}

/** Faults that can be tried, and how many were drawn to have them. */
interface Drawn {
  readonly drawn: number
  readonly faults: readonly Planted[]
}

/** Whether a fault can stand behind a switch. */
const isSwitchable = (fault: Planted): boolean => switched(textOf(fault.file), [{ ...fault, id: 0 }]).left.length === 0

const drawnBy = (draw: Draw): Drawn => {
  const every = [...sample(join(root, "src"), { ...draw, count: Infinity }, () => true)]
  const step = Math.ceil(draw.count * portion)
  const found: Planted[] = []
  for (let at = 0; at < every.length && found.length < draw.count; at += step)
    found.push(...compiling(root, every.slice(at, at + step).filter(isSwitchable)))
  const faults = found.slice(0, draw.count)
  const last = faults.at(-1)
  return { drawn: last === undefined ? 0 : every.indexOf(last) + 1, faults }
}

const keptOf = (draw: Draw, path: string): Drawn => {
  if (!existsSync(path)) writeFileSync(path, JSON.stringify(drawnBy(draw)))
  return JSON.parse(readFileSync(path, "utf8"))
}

const grouped = <A, B>(items: readonly A[], nameOf: (item: A) => B): ReadonlyMap<B, readonly A[]> => {
  const groups = new Map<B, A[]>()
  for (const item of items) {
    const name = nameOf(item)
    groups.set(name, [...(groups.get(name) ?? []), item])
  }
  return groups
}

/** A copy of the tree with every fault behind its switch. */
const withSwitches = (faults: readonly Planted[]): string => {
  const copy = copied()
  for (const [file, those] of grouped(
    faults.map((fault, id) => ({ ...fault, id })),
    ({ file }) => file
  ))
    writeFileSync(join(copy, "src", file), switched(textOf(file), those).text)
  return copy
}

const caughtIn = (lines: readonly Line[]): ReadonlyMap<number, string> =>
  new Map(lines.flatMap((line) => (line.kind === "caught" ? [[line.fault, line.by] as const] : [])))

/** Which test files are to be run with which faults, by their numbers. */
type Pairs = Readonly<Record<string, readonly number[]>>

/** Each fault with some of the test files that reach it by imports, the nearest first. */
const paired = (faults: readonly Planted[], testsOf: (fault: Planted, id: number) => readonly string[]): Pairs => {
  const pairs = faults.flatMap((fault, id) => testsOf(fault, id).map((test) => ({ test, id })))
  return Object.fromEntries(
    [...grouped(pairs, ({ test }) => test)].map(([test, those]) => [test, those.map(({ id }) => id)])
  )
}

/** How many faults of each folder each test file noticed. */
const noticing = (faults: readonly Planted[], lines: readonly Line[]): ((file: string, test: string) => number) => {
  const noticed = new Map<string, number>()
  for (const [fault, by] of caughtIn(lines)) {
    const [test = ""] = by.split(": ", 1)
    const key = `${dirname(faults[fault]?.file ?? "")} ${test}`
    noticed.set(key, (noticed.get(key) ?? 0) + 1)
  }
  return (file, test) => noticed.get(`${dirname(file)} ${test}`) ?? 0
}

/** How many seconds each test file takes, as far as that is known. */
const taking = (lines: readonly Line[]): ((test: string) => number) => {
  const known = new Map(
    lines.flatMap((line) => (line.kind === "done" && line.took > 0 ? [[line.test, line.took / 1000] as const] : []))
  )
  return (test) => known.get(test) ?? 0
}

/** Test files, the nearest first, in the order in which they are read anew: the worthiest, the nearest, the others by their worth. */
const ordered = (nearestFirst: readonly string[], worth: (test: string) => number): readonly string[] => {
  const worthiest = nearestFirst.toSorted((a, b) => worth(b) - worth(a))
  return [...new Set([...worthiest.slice(0, 2), ...nearestFirst.slice(0, first), ...worthiest])]
}

/**
 * The test files that are to be read anew with each fault that no test noticed and some came by outside of its tests:
 * those first that noticed most of what else was planted in its folder for the time that they take, then the nearest.
 */
const anew = (
  faults: readonly Planted[],
  lines: readonly Line[],
  near: Near,
  [from, to]: readonly [number, number]
): Pairs => {
  const caught = caughtIn(lines)
  const [noticed, took] = [noticing(faults, lines), taking(lines)]
  const worth = (file: string, test: string): number => noticed(file, test) / (1 + took(test)) ** 2
  const asked = new Set(lines.flatMap((line) => (line.kind === "anew" ? [line.fault] : [])))
  return paired(faults, (fault, id) =>
    caught.has(id) || !asked.has(id) || whyHarmless(fault) !== undefined
      ? []
      : ordered(near.of(fault.file), (test) => worth(fault.file, test)).slice(from, to)
  )
}

/**
 * Plants faults that nobody chose, spread by lines over all rooms but the sandbox, those that the compiler refuses left
 * out. All stand in one copy of the tree, each behind a switch: every test is run without any, and then with each that
 * it came by, as far as no test has noticed it. What no test noticed so, or came by only while a file was read, is
 * tried with the nearest test files read anew. What is known is kept, so that a run that was stopped goes on. Gives the
 * number of those that no test noticed.
 */
export const runRandom = async (draw: Draw): Promise<number> => {
  console.log(`${draw.count} faults at random, --seed ${draw.seed}`)
  const { faults: path, ledger } = kept(draw)
  const { drawn, faults } = keptOf(draw, path)
  console.log(`${faults.length} of ${drawn} drawn can be tried; ${ledger}`)
  const near = nearTo(root, [...new Set(faults.map(({ file }) => file))])
  const testsOf = (fault: Planted): readonly string[] => (whyHarmless(fault) === undefined ? near.of(fault.file) : [])
  const plan = {
    files: faults.map(({ file }) => file),
    ledger,
    known: linesOf(ledger).length,
    harmless: faults.flatMap((fault, id) => (whyHarmless(fault) === undefined ? [] : [id])),
    reach: paired(faults, testsOf),
    near: paired(faults, (fault) =>
      testsOf(fault).filter((test, index) => index < nearest || dirname(test) === dirname(fault.file))
    )
  }
  const copy = withSwitches(faults)
  const each = (tests: readonly string[]): Promise<void> =>
    pass(copy, { tests, plan: { ...plan, pass: "each test", anew: undefined } })
  try {
    await each(near.quick)
    await each(near.long)
    for (const round of rounds) {
      const pairs = anew(faults, linesOf(ledger), near, round)
      // oxlint-disable-next-line no-await-in-loop -- what a round has found the next one leaves out
      await pass(copy, { tests: Object.keys(pairs), plan: { ...plan, pass: `anew from ${round[0]}`, anew: pairs } })
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  return report(draw, faults, caughtIn(linesOf(ledger)))
}

/** Tells what is known of faults that were tried, as far as they were. Gives the number of those that no test noticed yet. */
export const tellRandom = (draw: Draw): number => {
  const { faults: path, ledger } = kept(draw)
  return report(draw, keptOf(draw, path).faults, caughtIn(linesOf(ledger)))
}

const report = ({ seed }: Draw, faults: readonly Planted[], caught: ReadonlyMap<number, string>): number => {
  const survivors: Planted[] = []
  for (const [id, fault] of faults.entries()) {
    const by = caught.get(id)
    const why = by === undefined ? whyHarmless(fault) : undefined
    if (by !== undefined) console.log(`caught    ${told(fault)} (${by})`)
    else if (why === undefined) survivors.push(fault)
    else console.log(`harmless  ${told(fault)}: ${why}`)
  }
  console.log(`${faults.length - survivors.length} of ${faults.length} caught, --seed ${seed}`)
  for (const survivor of survivors) console.log(`survived  ${told(survivor)}`)
  return survivors.length
}
