import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { mutants } from "./mutants.ts"
import type { Mutant } from "./mutant.ts"

/** Plants each defect alone in a copy of the tree, and runs the tests that should notice. Survivors are printed. */
const root = fileURLToPath(new URL("../..", import.meta.url))
const copy = mkdtempSync(join(tmpdir(), "isogloss-mutants-"))
for (const entry of ["src", "test", "examples", "package.json", "tsconfig.json", "README.md"]) {
  cpSync(join(root, entry), join(copy, entry), {
    recursive: true,
    filter: (path) => !path.includes("node_modules"),
    force: true
  })
}
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"))

const passes = (suites: readonly string[]): boolean => {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs")
  const args = [vitest, "run", "--bail=1", "--reporter=dot", ...suites.map((suite) => join("test", suite))]
  return spawnSync(process.execPath, args, { cwd: copy, stdio: "ignore", timeout: 600_000 }).status === 0
}

const survives = ({ file, find, replace, caughtBy, name }: Mutant): boolean => {
  const path = join(copy, "src", file)
  const text = readFileSync(path, "utf8")
  if (text.split(find).length !== 2)
    throw new Error(`${name}: the text stands ${text.split(find).length - 1} times in ${file}`)
  writeFileSync(
    path,
    text.replace(find, () => replace)
  )
  try {
    return passes(caughtBy)
  } finally {
    writeFileSync(path, text)
  }
}

const only = process.argv[2]
const chosen = mutants.filter((it) => only === undefined || it.name.includes(only))
const suites = [...new Set(chosen.flatMap((it) => it.caughtBy))]
const survivors: string[] = []
try {
  if (!passes(suites)) throw new Error("The suites fail without any defect; mend them first.")
  for (const mutant of chosen) {
    const survived = survives(mutant)
    if (survived) survivors.push(mutant.name)
    console.log(`${survived ? "survived" : "caught  "}  ${mutant.name}`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(`${chosen.length - survivors.length} of ${chosen.length} caught`)
if (survivors.length > 0) {
  console.log(`survivors: ${survivors.join("; ")}`)
  process.exitCode = 1
}
