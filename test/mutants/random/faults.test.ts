import ts from "typescript-5.9"
import { expect, it } from "vitest"
import { faultsOf } from "./faults.ts"

/** A text with each of its faults in it. */
const faulty = (text: string): readonly string[] =>
  faultsOf(ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true)).map(
    ({ start, end, replace }) => text.slice(0, start) + replace + text.slice(end)
  )

it.each([
  ["a condition", "if (a) b", ["if (!(a)) b", "if (true) b", "if (false) b"]],
  ["a comparison", "a < b", ["a <= b"]],
  ["a default", "a ?? b", ["a"]],
  ["a number", "x = 41", ["x = 42"]],
  ["a word", 'x = "ok"', ['x = "okx"']],
  ["an element", "[a, b, c]", ["[b, c]", "[a, c]", "[a, b]"]],
  ["a member, and rows that are neighbours", "({ a: b, c: d })", ["({ c: d })", "({ a: b })", "({ c: b, a: d })"]],
  ["arguments", "x = f(a, b)", ["x = f(b, a)"]],
  ["a call", "f()", ["void 0"]],
  ["a negation", "x = !a", ["x = a"]]
])("breaks %s", (_, text, wanted) => expect(faulty(text)).toEqual(wanted))

it.each([
  ["types", 'type A = "a" | 1'],
  ["imports", 'import { a } from "a"'],
  ["what is said to people", 'x = "It is too long."']
])("leaves %s alone", (_, text) => expect(faulty(text)).toEqual([]))
