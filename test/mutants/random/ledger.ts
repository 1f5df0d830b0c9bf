import { createHash } from "node:crypto"
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** What is known of a trial, a line each, so that it goes on where it was stopped. */
export type Line =
  /** A test notices a fault. */
  | { readonly kind: "caught"; readonly fault: number; readonly by: string }
  /** A fault is reached while a test file is read, or leaves something behind: it is to be tried with that file read anew. */
  | { readonly kind: "anew"; readonly fault: number; readonly test: string }
  /** A fault is being tried; with the last line that a process wrote it is what the process does not come back from. */
  | { readonly kind: "trying"; readonly fault: number; readonly test: string }
  /** A test that takes so many milliseconds comes by a fault, and was run with it. */
  | { readonly kind: "reached"; readonly fault: number; readonly test: string; readonly spent: number }
  /** A test fails without any fault. */
  | { readonly kind: "unfit"; readonly name: string }
  /** A test file is done with in a pass. */
  | {
      readonly kind: "done"
      readonly test: string
      readonly pass: string
      /** The sum of what it said. */
      readonly text: string
      /** Milliseconds that it took to read it and to run its tests once. */
      readonly took: number
      /** The faults that it was read anew with, where it was. */
      readonly faults?: readonly number[]
    }

/** The sum of what a test file of a tree says. */
export const sumOf = (top: string, test: string): string =>
  createHash("sha256")
    .update(readFileSync(join(top, "test", test)))
    .digest("hex")
    .slice(0, 12)

/** The lines of a file. */
export const linesOf = (path: string): readonly Line[] =>
  existsSync(path)
    ? readFileSync(path, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line): Line => JSON.parse(line))
    : []

/** Adds a line. */
export const tell = (path: string, line: Line): void => appendFileSync(path, `${JSON.stringify(line)}\n`)
