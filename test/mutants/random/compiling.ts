import { readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript-5.9"
import type { Planted } from "./sample.ts"

/** A text with a fault in it. */
export const faulty = (text: string, { start, end, replace }: Planted): string =>
  text.slice(0, start) + replace + text.slice(end)

/**
 * Whether the compiler takes a file with a fault in it; what it refuses needs no test. It looks at that file alone, and
 * is asked for one fault after the other without beginning anew.
 */
export const compiling = (root: string): ((fault: Planted) => boolean) => {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  const planted = new Map<string, { readonly version: number; readonly text: string }>()
  const textOf = (file: string): string | undefined => planted.get(file)?.text ?? ts.sys.readFile(file)
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames.filter((file) => file.startsWith(join(root, "src"))),
    getScriptVersion: (file) => String(planted.get(file)?.version ?? 0),
    getScriptSnapshot: (file) => {
      const text = textOf(file)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (it) => ts.getDefaultLibFilePath(it),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories
  })
  const errorsIn = (path: string): number =>
    service.getSyntacticDiagnostics(path).length + service.getSemanticDiagnostics(path).length
  const hold = (path: string, text: string): void => {
    planted.set(path, { version: (planted.get(path)?.version ?? 0) + 1, text })
  }
  return (fault) => {
    const path = join(root, "src", fault.file)
    const text = readFileSync(path, "utf8")
    hold(path, faulty(text, fault))
    try {
      return errorsIn(path) === 0
    } finally {
      hold(path, text)
    }
  }
}
