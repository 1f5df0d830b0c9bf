import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
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

/** How many faults are drawn for one that the compiler takes. */
const drawn = 2.4

/** Which of the nearest test files are read anew with a fault: some once the quick ones are done with, more in the end. */
const rounds: readonly [first: readonly [number, number], second: readonly [number, number]] = [
  [0, 2],
  [2, 8]
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

const faultsOf = (draw: Draw, path: string): readonly Planted[] => {
  if (!existsSync(path)) {
    const many = sample(join(root, "src"), { ...draw, count: Math.ceil(draw.count * drawn) }, () => true)
    writeFileSync(path, JSON.stringify(compiling(root, [...many]).slice(0, draw.count)))
  }
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

/**
 * The faults that each test file is to be read anew with: those that no test noticed or came by but while it was read.
 */
const anew = (
  faults: readonly Planted[],
  lines: readonly Line[],
  near: Near,
  [from, to]: readonly [number, number]
): Readonly<Record<string, readonly number[]>> => {
  const caught = caughtIn(lines)
  const reached = new Set(lines.flatMap((line) => (line.kind === "reached" ? [line.fault] : [])))
  const asked = grouped(
    lines.filter((line) => line.kind === "anew"),
    ({ fault }) => fault
  )
  const pairs = faults.flatMap(({ file }, fault) => {
    const those = asked.get(fault)
    if (caught.has(fault) || (reached.has(fault) && those === undefined)) return []
    const [first, ...others] = near.of(file)
    const tests = new Set([
      ...(first === undefined ? [] : [first]),
      ...(those ?? []).map(({ test }) => test),
      ...others
    ])
    return [...tests].slice(from, to).map((test) => ({ test, fault }))
  })
  return Object.fromEntries(
    [...grouped(pairs, ({ test }) => test)].map(([test, those]) => [test, those.map(({ fault }) => fault)])
  )
}

/**
 * Plants faults that nobody chose, spread by lines over all rooms but the sandbox, those that the compiler refuses left
 * out. All stand in one copy of the tree, each behind a switch: every test is run without any, and then with each that
 * it came by. A fault that is come by while a file is read is tried with test files that are read anew. What is known
 * is kept, so that a run that was stopped goes on. Gives the number of those that no test noticed.
 */
export const runRandom = async (draw: Draw): Promise<number> => {
  console.log(`${draw.count} faults at random, --seed ${draw.seed}`)
  const { faults: path, ledger } = kept(draw)
  const faults = faultsOf(draw, path)
  const near = nearTo(root, [...new Set(faults.map(({ file }) => file))])
  const count = faults.length
  const copy = withSwitches(faults)
  const each = (tests: readonly string[]): Promise<void> =>
    pass(copy, { tests, plan: { count, ledger, pass: "each test", anew: undefined } })
  const again = async (round: readonly [number, number]): Promise<void> => {
    const pairs = anew(faults, linesOf(ledger), near, round)
    await pass(copy, { tests: Object.keys(pairs), plan: { count, ledger, pass: `anew ${round[0]}`, anew: pairs } })
  }
  try {
    await each(near.quick)
    await again(rounds[0])
    await each(near.long)
    await again(rounds[1])
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  return report(draw, faults, caughtIn(linesOf(ledger)))
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
