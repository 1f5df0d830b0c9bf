import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { Planted } from "./sample.ts"
import { faulty } from "./switched.ts"

/** What the compiler says of a file: the sentences, by the file's path below `src`. */
type Errors = ReadonlyMap<string, readonly string[]>

const errorsIn = (root: string, copy: string): Errors => {
  const compiler = join(root, "node_modules/typescript/bin/tsc")
  const args = [compiler, "-p", join(copy, "src"), "--noEmit", "--pretty", "false"]
  const { stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8", maxBuffer: 1e9 })
  const errors = new Map<string, string[]>()
  for (const [, file = "", said = ""] of stdout.matchAll(/^src\/(.+?)\(\d+,\d+\): error (.+)$/gmu))
    errors.set(file, [...(errors.get(file) ?? []), said])
  return errors
}

/** A file that stands beside another. */
const beside = (file: string, name: string): string => join(dirname(file), `${name}.ts`)

/**
 * Those of some faults that the compiler takes in their own file; what it refuses needs no test. Each stands in a file
 * of its own beside the one that it is in, so that the compiler is asked once; beside them stands one without a fault,
 * of which the compiler can say that it is not the one that others know.
 */
export const compiling = (root: string, faults: readonly Planted[]): readonly Planted[] => {
  const copy = mkdtempSync(join(tmpdir(), "isogloss-compiled-"))
  try {
    for (const entry of ["src", "tsconfig.json", "package.json"])
      cpSync(join(root, entry), join(copy, entry), { recursive: true })
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"))
    const plain = new Map(
      [...new Set(faults.map(({ file }) => file))].map((file, id) => [file, beside(file, `plain-${id}`)])
    )
    for (const [file, other] of plain) cpSync(join(root, "src", file), join(copy, "src", other))
    for (const [id, fault] of faults.entries()) {
      const text = readFileSync(join(root, "src", fault.file), "utf8")
      writeFileSync(join(copy, "src", beside(fault.file, `fault-${id}`)), faulty(text, fault))
    }
    const errors = errorsIn(root, copy)
    return faults.filter(({ file }, id) => {
      const known = new Set(errors.get(plain.get(file) ?? ""))
      return (errors.get(beside(file, `fault-${id}`)) ?? []).every((said) => known.has(said))
    })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
