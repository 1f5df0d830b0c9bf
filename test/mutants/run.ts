import { spawn } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { mutants } from "./mutants.ts"
import type { Mutant } from "./mutant.ts"

// Plants each defect alone in a copy of the tree, and runs the tests that should notice. Survivors are printed. A word
// chooses the defects whose name or file holds it.

const root = fileURLToPath(new URL("../..", import.meta.url))
const entries = ["src", "test", "examples", "package.json", "tsconfig.json", "README.md", "CONTRIBUTING.md"]

/** A copy of the tree, in which one defect at a time is planted. */
const copied = (): string => {
  const copy = mkdtempSync(join(tmpdir(), "isogloss-mutants-"))
  for (const entry of entries) {
    const filter = (path: string): boolean => !path.includes("node_modules")
    cpSync(join(root, entry), join(copy, entry), { recursive: true, filter, force: true })
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"))
  return copy
}

/** Whether all tests pass in a copy. */
const passes = (copy: string, suites: readonly string[], workers: number): Promise<boolean> => {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
  const paths = suites.map((suite) => join("test", suite))
  const args = [vitest, "run", "--bail=1", "--reporter=dot", `--maxWorkers=${workers}`, ...paths]
  return new Promise((resolve) => {
    const run = spawn(process.execPath, args, { cwd: copy, stdio: "ignore", timeout: 600_000 })
    run.on("exit", (code) => resolve(code === 0))
  })
}

const survives = async (copy: string, { file, find, replace, caughtBy, name }: Mutant): Promise<boolean> => {
  const path = join(copy, "src", file)
  const text = readFileSync(path, "utf8")
  const times = text.split(find).length - 1
  if (times !== 1) throw new Error(`${name}: the text stands ${times} times in ${file}`)
  writeFileSync(
    path,
    text.replace(find, () => replace)
  )
  try {
    return await passes(copy, caughtBy, 1)
  } finally {
    writeFileSync(path, text)
  }
}

const word = process.argv[2] ?? ""
const chosen = mutants.filter(({ name, file }) => name.includes(word) || file.includes(word))
const left = [...chosen]
const survivors: string[] = []

/** Takes one defect after the other, until none is left. */
const work = async (copy: string): Promise<void> => {
  for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) {
    const survived = await survives(copy, mutant)
    if (survived) survivors.push(mutant.name)
    console.log(`${survived ? "survived" : "caught  "}  ${mutant.name}`)
  }
}

/** How many copies are worked in at once. */
const lanes = Math.min(4, availableParallelism())
const copies = Array.from({ length: lanes }, copied)
try {
  const suites = [...new Set(chosen.flatMap((it) => it.caughtBy))]
  if (!(await passes(copies[0] ?? root, suites, lanes)))
    throw new Error("The suites fail without any defect; mend them first.")
  await Promise.all(copies.map(work))
} finally {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true })
}
console.log(`${chosen.length - survivors.length} of ${chosen.length} caught`)
if (survivors.length > 0) {
  console.log(`survivors: ${survivors.join("; ")}`)
  process.exitCode = 1
}
