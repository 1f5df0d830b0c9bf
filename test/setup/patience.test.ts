import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import ts from "typescript-5.9"
import { expect, it } from "vitest"

// What holds on an idle machine must hold on a busy one: `npm test` gives every test three minutes.

const root = fileURLToPath(new URL("../..", import.meta.url))

/** Milliseconds that a test may take where it says nothing, as `run-suites.ts` has it. */
const usual = 180_000

const callsIn = (file: string): readonly ts.CallExpression[] => {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true)
  const found: ts.CallExpression[] = []
  const walk = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) found.push(node)
    ts.forEachChild(node, walk)
  }
  walk(source)
  return found
}

const isWait = ({ expression }: ts.CallExpression): boolean =>
  /^(?:expect\s*\.poll|vi\.waitFor|vi\.waitUntil)$/.test(expression.getText())

const isTest = ({ expression }: ts.CallExpression): boolean => /^(?:it|test|describe)\b/.test(expression.getText())

/** The limit that a test says for itself. */
const limitOf = ({ arguments: given }: ts.CallExpression): number =>
  Number(/^\{ timeout: ([\d_]+)/.exec(given[1]?.getText() ?? "")?.[1]?.replaceAll("_", "") ?? usual)

const calls = globSync("test/**/*.ts", { cwd: root }).flatMap((file) =>
  callsIn(`${root}/${file}`).map((call) => ({ file, call }))
)

it("no test waits for something with vitest's own patience, which is a second", () => {
  const waits = calls.filter(({ call }) => isWait(call))
  expect(waits.length).toBeGreaterThan(20)
  expect(waits.filter(({ call }) => call.arguments.length < 2).map(({ file }) => file)).toEqual([])
})

it("no test takes itself for quicker than all others may be", () => {
  const tests = calls.filter(({ call }) => isTest(call))
  expect(tests.length).toBeGreaterThan(3000)
  expect(tests.filter(({ call }) => limitOf(call) < usual).map(({ file }) => file)).toEqual([])
})
