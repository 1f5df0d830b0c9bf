import { spawn } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { testTimeout, triesIn, type Tries } from "./trying.ts"

/** The repository's top. */
export const root = fileURLToPath(new URL("../..", import.meta.url))

const entries = [
  "src",
  "test",
  "docs",
  "examples",
  "package.json",
  "tsconfig.json",
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md"
]

/** A copy of the tree, in which one defect at a time is planted. */
export const copied = (): string => {
  const copy = mkdtempSync(join(tmpdir(), "isogloss-mutants-"))
  for (const entry of entries) {
    const filter = (path: string): boolean => !path.includes("node_modules")
    cpSync(join(root, entry), join(copy, entry), { recursive: true, filter, force: true })
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"))
  return copy
}

/** How many copies are worked in at once. */
export const lanes = Math.min(4, availableParallelism())

/** What some test files are run with. */
export interface Trial {
  /** The copy they run in. */
  readonly copy: string
  /** Test files or folders below `test`. */
  readonly suites: readonly string[]
  readonly workers: number
  /** Milliseconds after which it counts as failed. */
  readonly limit: number
}

/** Whether all of some tests pass in a copy. */
export const passes = ({ copy, suites, workers, limit }: Trial): Promise<boolean> => {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
  const paths = suites.map((suite) => join("test", suite))
  const patient = [`--testTimeout=${testTimeout}`, `--hookTimeout=${testTimeout}`]
  const asked = ["--no-isolate", "--bail=1", "--reporter=dot", `--maxWorkers=${workers}`]
  const args = [vitest, "run", ...asked, ...patient, ...paths]
  return new Promise((resolve) => {
    const run = spawn(process.execPath, args, { cwd: copy, stdio: "ignore", timeout: limit })
    run.on("exit", (code) => resolve(code === 0))
  })
}

/** Does something while a file below `src` of a copy holds another text, and puts the old one back. */
export const whilePlanted = async <A>(
  copy: string,
  file: string,
  plant: (text: string) => string,
  body: () => Promise<A>
): Promise<A> => {
  const path = join(copy, "src", file)
  const text = readFileSync(path, "utf8")
  writeFileSync(path, plant(text))
  try {
    return await body()
  } finally {
    writeFileSync(path, text)
  }
}

/** Milliseconds after which the tests that run at once count as hanging, and so as failed. */
const limit = 600_000

/** Gives each copy, and what runs tests in it, the next of some items, until none is left; the copies are gone afterwards. */
export const inCopies = async <A>(
  items: Iterable<A>,
  prepare: (copy: string) => Promise<void>,
  each: (copy: string, item: A, tries: Tries) => Promise<void>
): Promise<void> => {
  const copies = Array.from({ length: lanes }, copied)
  const left = items[Symbol.iterator]()
  const work = async (copy: string): Promise<void> => {
    const tries = triesIn(copy, limit)
    try {
      for (let item = left.next(); item.done !== true; item = left.next()) await each(copy, item.value, tries)
    } finally {
      tries.close()
    }
  }
  try {
    await prepare(copies[0] ?? root)
    await Promise.all(copies.map(work))
  } finally {
    for (const copy of copies) rmSync(copy, { recursive: true, force: true })
  }
}
