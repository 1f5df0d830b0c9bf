import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { longSuites } from "../../setup/suites.ts"

/** Relative paths in a text: of imports, static or not, and of programs that are started. */
const paths = /"(\.{1,2}\/[^"\n]+\.(?:ts|mjs))"|"(src\/[^"\n]+\.ts)"/gu

/** The files that name each file of `src` and `test`, by paths below the repository's top. */
const importersIn = (top: string): ReadonlyMap<string, readonly string[]> => {
  const importers = new Map<string, string[]>()
  for (const file of globSync("{src,test}/**/*.{ts,mjs}", { cwd: top }))
    for (const [, near, far] of readFileSync(join(top, file), "utf8").matchAll(paths)) {
      const named = far ?? join(dirname(file), near ?? "")
      if (!existsSync(join(top, named))) continue
      const known = importers.get(named)
      if (known === undefined) importers.set(named, [file])
      else known.push(file)
    }
  return importers
}

/** Tests that look at the text of the code and not at what it does, and those of the mutants themselves. */
const blind: ReadonlySet<string> = new Set([
  "mutants",
  "architecture",
  "architecture.test.ts",
  "package",
  "setup",
  "house",
  "types",
  "sources",
  "bench"
])

/** Whether a test file starts processes, waits for long or looks at very many values. */
const isLong = (test: string): boolean =>
  /^(?:laws|cost|hostile|negative|open-api)\//u.test(test) || longSuites.includes(`test/${test.split("/")[0]}/**`)

/** The test files that can notice a fault of some files below `src`. */
export interface Near {
  /** Those that are soon done, those that import the fewest of the files first. */
  readonly quick: readonly string[]
  /** The others, in the same order. */
  readonly long: readonly string[]
  /** Those of one file, the nearest and narrowest first, those first of all that stand where it stands. */
  readonly of: (file: string) => readonly string[]
}

/** How many imports lie between a file below `src` and each test file that reaches it by any. */
const stepsFrom = (importers: ReadonlyMap<string, readonly string[]>, file: string): ReadonlyMap<string, number> => {
  const steps = new Map([[join("src", file), 0]])
  for (const [path, count] of steps)
    for (const importer of importers.get(path) ?? []) if (!steps.has(importer)) steps.set(importer, count + 1)
  const tests = [...steps]
    .filter(([path]) => path.startsWith("test/") && path.endsWith(".test.ts"))
    .map(([path, count]) => [path.slice("test/".length), count] as const)
  return new Map(tests.filter(([test]) => !blind.has(test.split("/")[0] ?? "")))
}

const sorted = (tests: Iterable<string>, weight: (test: string) => number): readonly string[] =>
  [...tests].toSorted((a, b) => weight(a) - weight(b) || (a < b ? -1 : 1))

/** How many imports a test file counts as that is long. */
const detour = 5

/** How many imports each name counts for that the path of a test file has in common with the path of what it tests. */
const shortcut = 3

const namesOf = (path: string): readonly string[] => path.replace(/(?:\.test)?\.ts$/u, "").split("/")

/** How many names two paths begin with that are the same. */
const shared = (one: string, two: string): number => {
  const others = namesOf(two)
  const differs = namesOf(one).findIndex((name, index) => name !== others[index])
  return differs === -1 ? namesOf(one).length : differs
}

/** Looks up who imports some files below `src`. */
export const nearTo = (top: string, files: readonly string[]): Near => {
  const importers = importersIn(top)
  const steps = new Map(files.map((file) => [file, stepsFrom(importers, file)]))
  const breadth = new Map<string, number>()
  for (const tests of steps.values()) for (const test of tests.keys()) breadth.set(test, (breadth.get(test) ?? 0) + 1)
  const all = sorted(breadth.keys(), (test) => breadth.get(test) ?? 0)
  return {
    quick: all.filter((test) => !isLong(test)),
    long: all.filter(isLong),
    of: (file) => {
      const near = steps.get(file) ?? new Map<string, number>()
      const far = (test: string): number =>
        (near.get(test) ?? 0) + (isLong(test) ? detour : 0) - shortcut * shared(file, test)
      return sorted(near.keys(), (test) => (breadth.get(test) ?? 0) * 2 ** far(test))
    }
  }
}
