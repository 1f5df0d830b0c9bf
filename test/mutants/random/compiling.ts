import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Planted } from "./sample.ts"
import { faulty } from "./switched.ts"

/** Faults in lots that have one of a file each, so that what the compiler refuses says which. */
const lots = (faults: readonly Planted[]): readonly (readonly Planted[])[] => {
  const out: Planted[][] = []
  for (const fault of faults) {
    const lot = out.find((others) => others.every(({ file }) => file !== fault.file))
    if (lot === undefined) out.push([fault])
    else lot.push(fault)
  }
  return out
}

/** What lets the compiler look again at nothing but what has changed. */
const remembering = [
  "--incremental",
  "--tsBuildInfoFile",
  "compiled.json",
  "--assumeChangesOnlyAffectDirectDependencies"
]

/** The files below `src` in which the compiler finds an error. */
const refusedIn = (root: string, copy: string): ReadonlySet<string> => {
  const compiler = join(root, "node_modules/typescript/bin/tsc")
  const args = [compiler, "-p", join(copy, "src"), "--noEmit", "--pretty", "false", ...remembering]
  const { stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8", maxBuffer: 1e9 })
  return new Set([...stdout.matchAll(/^src\/(.+?)\(\d/gmu)].map(([, file = ""]) => file))
}

/** Those of some faults that the compiler takes in their own file; what it refuses needs no test. */
export const compiling = (root: string, faults: readonly Planted[]): readonly Planted[] => {
  const copy = mkdtempSync(join(tmpdir(), "isogloss-compiled-"))
  try {
    cpSync(join(root, "src"), join(copy, "src"), { recursive: true })
    cpSync(join(root, "tsconfig.json"), join(copy, "tsconfig.json"))
    cpSync(join(root, "package.json"), join(copy, "package.json"))
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"))
    const refused = new Set<Planted>()
    for (const lot of lots(faults)) {
      const texts = new Map(lot.map(({ file }) => [file, readFileSync(join(root, "src", file), "utf8")]))
      for (const fault of lot) writeFileSync(join(copy, "src", fault.file), faulty(texts.get(fault.file) ?? "", fault))
      const files = refusedIn(root, copy)
      for (const fault of lot) if (files.has(fault.file)) refused.add(fault)
      for (const [file, text] of texts) writeFileSync(join(copy, "src", file), text)
    }
    return faults.filter((fault) => !refused.has(fault))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
