import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** What a source tree costs who inherits it. The sandbox and the public entries stand apart. */
export interface HouseFigures {
  readonly files: number
  readonly lines: number
  readonly median: number
  readonly longest: number
  /** Files of fewer than 15 lines. */
  readonly tiny: number
  /** Exported names that stand in two files or more, but for those that each format, or each family, has by design. */
  readonly twice: number
  /** Exported names of one word, of a hundred. */
  readonly oneWord: number
}

const exported = /^export (?:declare |abstract )?(?:const|function|class|interface|type|enum) (\w+)/gm

/** Siblings of one kind, whose names are the same by design. */
const kindOf = (file: string): string => file.replace(/^(formats|families)\/[^/]+/, "$1/*")

/** Measures the sources below a folder. */
export const figuresOf = (sources: string): HouseFigures => {
  const files = globSync("**/*.ts", { cwd: sources })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.startsWith("sandbox"))
    .map((file) => ({ file, text: readFileSync(join(sources, file), "utf8") }))
  const places = new Map<string, Set<string>>()
  for (const { file, text } of files) {
    for (const [, name = ""] of text.matchAll(exported))
      places.set(name, (places.get(name) ?? new Set()).add(kindOf(file)))
  }
  const lengths = files.map(({ text }) => text.split("\n").length - 1).toSorted((a, b) => a - b)
  const oneWord = [...places.keys()].filter((name) => /^[A-Z]?[a-z0-9]+$/.test(name))
  return {
    files: files.length,
    lines: lengths.reduce((sum, length) => sum + length, 0),
    median: lengths[lengths.length >> 1] ?? 0,
    longest: lengths.at(-1) ?? 0,
    tiny: files.filter(({ file, text }) => file.includes("/") && text.split("\n").length - 1 < 15).length,
    twice: [...places.values()].filter(({ size }) => size > 1).length,
    oneWord: Math.round((100 * oneWord.length) / places.size)
  }
}
