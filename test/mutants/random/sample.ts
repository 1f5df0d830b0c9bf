import { readFileSync, readdirSync } from "node:fs"
import { join, relative } from "node:path"
import ts from "typescript-5.9"
import { faultsOf } from "./faults.ts"
import type { Fault } from "./faults.ts"

/** A fault that nobody chose. */
export interface Planted extends Fault {
  /** File below `src`. */
  readonly file: string
  readonly line: number
  /** What that line says, without the space around it. */
  readonly said: string
  /** The text that is replaced. */
  readonly find: string
}

/** What to draw. */
export interface Draw {
  readonly count: number
  readonly seed: number
  /** Only files whose path below `src` begins with this. */
  readonly room: string
}

/** Numbers from 0 to below 1, the same for the same seed. */
export const random = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The files below a folder, by name; not those of the sandbox, which only stands in for vendors. */
export const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !/^sandbox(\/|\.ts$)/u.test(file))
    .toSorted()

/** The faults of a file by their lines, of which the first is 1. */
const byLine = (folder: string, file: string): ReadonlyMap<number, readonly Planted[]> => {
  const text = readFileSync(join(folder, file), "utf8")
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const saying = text.split("\n").map((line) => line.trim())
  const lines = new Map<number, Planted[]>()
  for (const fault of faultsOf(source)) {
    const line = source.getLineAndCharacterOfPosition(fault.start).line + 1
    const planted = { ...fault, file, line, said: saying[line - 1] ?? "", find: text.slice(fault.start, fault.end) }
    const known = lines.get(line)
    if (known === undefined) lines.set(line, [planted])
    else known.push(planted)
  }
  return lines
}

/** Faults that are kept, one after the other, drawn by a seed: each line as likely as the other, no line twice. */
export function* sample(
  folder: string,
  { count, seed, room }: Draw,
  keep: (fault: Planted) => boolean
): Generator<Planted, void> {
  const files = filesOf(folder).filter((file) => file.startsWith(room))
  const lines = files.flatMap((file) =>
    readFileSync(join(folder, file), "utf8")
      .split("\n")
      .map((_, index) => ({ file, line: index + 1 }))
  )
  const read = new Map<string, ReturnType<typeof byLine>>()
  const faultsAt = ({ file, line }: { readonly file: string; readonly line: number }): readonly Planted[] => {
    const known = read.get(file) ?? byLine(folder, file)
    read.set(file, known)
    return known.get(line) ?? []
  }
  const next = random(seed)
  let drawn = 0
  while (drawn < count && lines.length > 0) {
    const faults = lines.splice(Math.floor(next() * lines.length), 1).flatMap(faultsAt)
    const fault = faults[Math.floor(next() * faults.length)]
    if (fault === undefined || !keep(fault)) continue
    drawn += 1
    yield fault
  }
}

/** One line that names a fault and shows it. */
export const told = ({ file, line, kind, find, replace }: Planted): string => {
  const short = (text: string): string => text.replaceAll(/\s+/gu, " ").slice(0, 70)
  return `${file}:${line}  ${kind}: ${short(find)} → ${short(replace) || "nothing"}`
}
