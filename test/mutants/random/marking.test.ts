import { expect, it } from "vitest"
import { marked } from "./marking.ts"

/** What a text reports when it is run. */
const reportedBy = (text: string): readonly string[] => {
  const seen: string[] = []
  // oxlint-disable-next-line typescript/no-implied-eval -- the text is written here
  const run = new Function("globalThis", marked("a.ts", text))
  run({ reached: (id: string) => seen.push(id) })
  return seen
}

it.each([
  ["a function", "function f() { return 1 }; f()", 1],
  ["an arrow with a body", "const f = () => { return 1 }; f()", 1],
  ["an arrow that gives an object", "const f = () => ({ a: 1 }); if (f().a !== 1) throw 1", 1],
  ["an arrow inside an arrow", "const f = () => () => 1; if (f()() !== 1) throw 1", 2],
  ["a method", "new (class { m() { return 1 } })().m()", 1],
  ["nothing that is not called", "const f = () => 1", 0]
])("hears of %s", (_, text, times) => expect(reportedBy(text)).toHaveLength(times))
