import ts from "typescript-5.9"
import { describe, expect, it } from "vitest"
import { faultsOf } from "./faults.ts"
import { faulty, switched } from "./switched.ts"

const numbered = (text: string) =>
  faultsOf(ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true)).map((fault, id) => ({ ...fault, id }))

/** What a text puts into `out`, or that it throws. */
const outOf = (text: string, there: number): unknown => {
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- the texts are written here
    return new Function("globalThis", `${text}\nreturn out`)({ planted: (id: number) => id === there })
  } catch {
    return "thrown"
  }
}

describe("faults behind switches", () => {
  it.each([
    ["conditions", "let out = 1\nif (out > 0) out = 5\nelse out = 7"],
    ["operators inside each other", "const out = (6 - 2) * (3 + 4) - 1"],
    ["elements and spread ones", "const a = [1, 2]\nconst out = [true, ...[3, 4], ...a]"],
    ["statements that begin lines", "let out = []\nout.push(1, 2)\nout.push(3)\n;[4].forEach((it) => out.push(it))"],
    ["an `if` without a block", "let out = []\nif (out.length === 0) out.push(1)\nelse out.push(2)"],
    ["a chain that ends early", "const a = undefined\nconst out = a?.b.toString(0x10) ?? 8"],
    ["members whose names are texts", 'const out = { "a-b": 1, "c-d": 2 }'],
    ["lists that are taken apart", "let [a, b] = [1, 2]\n;[a, b] = [b, a]\nconst out = a - b"],
    ["functions in arguments", "const out = [3, 1, 2].toSorted((a, b) => a - b).map((it) => ({ it, more: it + 1 }))"],
    ["what is chosen", "const f = (a) => (a ? (b) => b + a : (b) => ({ b }))\nconst out = [f(1)(2), f(0)(2)]"]
  ])("do what they do alone: %s", (_, text) => {
    const faults = numbered(text)
    const { text: both, left } = switched(text, faults)
    expect(left).toEqual([])
    for (const fault of faults) expect([fault, outOf(both, fault.id)]).toEqual([fault, outOf(faulty(text, fault), -1)])
  })

  it("change nothing while none is there", () => {
    const text = "let out = [1]\nif (out.length < 2) out.push(...[2, 3])"
    expect(outOf(switched(text, numbered(text)).text, -1)).toEqual([1, 2, 3])
  })
})
