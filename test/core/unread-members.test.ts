import { expect, it } from "vitest"
import { outlineJson, walkInScript } from "../../src/core/json/outline.ts"
import { compileNaming, modelMembers, unreadLists } from "../../src/core/naming/naming.ts"

const naming = compileNaming({
  members: modelMembers("", "/model", "/tools/*/model", "/tools/*/a/model_of"),
  known: []
})

const unread = unreadLists(naming, { lists: { tools: "[0]" }, members: [] })

/** A body as who asks for its models reads it; undefined where it must be read whole. */
const outlineOf = (tool: object): string | undefined =>
  outlineJson(new TextEncoder().encode(JSON.stringify({ model: "m", tools: [tool] })), unread, [walkInScript])

it.each([{ model: "x" }, { a: { model_of: "x" } }])("a list whose item names a model is read: %j", (tool) =>
  expect(outlineOf(tool)).toBeUndefined()
)

it.each([{ name: "x" }, { a: { name: "x" } }])("a list whose item names none need not be read: %j", (tool) =>
  expect(outlineOf(tool)).toBe('{"model":"m","tools":[0]}')
)
