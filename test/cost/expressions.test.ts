import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { type Expression, foundIn } from "./expressions.ts"
import { hostileTo } from "./hostile.ts"
import { growsTooFast } from "./clock.ts"

const { expressions, made, spreads } = foundIn(fileURLToPath(new URL("../../src", import.meta.url)))

const byFile = new Map<string, Expression[]>()
for (const found of expressions) byFile.set(found.file, [...(byFile.get(found.file) ?? []), found])

/** The length of a text at which an expression that tries again from each of its characters takes far longer than one that does not. */
const enough = 8000

/** Whether an expression takes long over a text, three times of three: anything else may have taken one of them. */
const isLong = (expression: RegExp, text: string, times = 3): boolean => {
  const start = performance.now()
  expression.lastIndex = 0
  expression.test(text)
  return performance.now() - start > 8 && (times === 1 || isLong(expression, text, times - 1))
}

/** What is slow, by the text on which it is. Texts that are done in no time, as nearly all are, are looked at once. */
const slowOn = (expression: RegExp, length = enough): string | undefined => {
  const run = (text: string): void => {
    expression.lastIndex = 0
    expression.test(text)
  }
  for (const hostile of hostileTo(expression)) {
    if (isLong(expression, hostile(24))) return JSON.stringify(hostile(24))
    if (isLong(expression, hostile(length * 4)) && growsTooFast(run, hostile, length))
      return JSON.stringify(hostile(40))
  }
  return undefined
}

describe("a regular expression looks at a text in one pass", () => {
  it.each([...byFile])(
    "in %s",
    (_, here) => {
      for (const found of here) {
        const text = slowOn(found.expression)
        expect(text, `${String(found.expression)} in line ${found.line}`).toBeUndefined()
      }
    },
    60_000
  )

  it("is found wherever one stands", () => {
    expect(expressions.length).toBeGreaterThanOrEqual(175)
  })

  it("is found slow where it is", () => {
    for (const expression of [/=+$/, /\.?0+$/, /^(a+)+$/]) {
      expect(slowOn(expression, enough / 8), String(expression)).toBeDefined()
    }
  }, 60_000)

  it("is made of a text in the sandbox alone", () => {
    expect(made).toEqual(["sandbox/schema-sample.ts"])
  })
})

it("no list that a stranger wrote is spread into a call that adds to another", () => {
  expect(spreads.filter(({ file }) => !/^(?:sandbox|config)\//.test(file))).toEqual([])
})
