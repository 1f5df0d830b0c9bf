import { join } from "node:path"
import ts from "typescript-5.9"
import { entries } from "./packed.ts"

/** Every name that each public entry of the package in `folder` exports, a line each, types marked as such. */
export const exportedNames = (folder: string): readonly string[] => {
  const files = new Map([...entries].map(([subpath, name]) => [subpath, join(folder, "dist", `${name}.d.ts`)]))
  const program = ts.createProgram([...files.values()], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    skipLibCheck: true
  })
  const checker = program.getTypeChecker()
  return [...files].flatMap(([subpath, file]) => {
    const source = program.getSourceFile(file)
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source)
    if (module === undefined) throw new Error(`${subpath} exports nothing`)
    const specifier = join("isogloss", subpath)
    const names = checker.getExportsOfModule(module).map((name) => {
      const symbol = name.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(name) : name
      return `${specifier}: ${symbol.flags & ts.SymbolFlags.Value ? "" : "type "}${name.name}`
    })
    return names.toSorted()
  })
}
