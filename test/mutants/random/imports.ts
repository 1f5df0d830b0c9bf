import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

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

/** How many imports lie between a file below `src` and each test file that reaches it by any, the nearest first. */
export const nearness = (top: string): ((file: string) => ReadonlyMap<string, number>) => {
  const importers = importersIn(top)
  return (file) => {
    const steps = new Map([[join("src", file), 0]])
    for (const [path, count] of steps)
      for (const importer of importers.get(path) ?? []) if (!steps.has(importer)) steps.set(importer, count + 1)
    const tests = [...steps].filter(([path]) => path.startsWith("test/") && path.endsWith(".test.ts"))
    return new Map(tests.map(([path, count]) => [path.slice("test/".length), count]))
  }
}
