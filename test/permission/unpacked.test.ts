import { expect, it } from "vitest"
import { anyNaming } from "../../src/core/naming/gateways.ts"
import { namedIn } from "../../src/core/naming/naming.ts"
import type { JsonObject } from "../../src/core/json/json.ts"

const named = (body: JsonObject) => {
  const all = namedIn(anyNaming, body)
  return all.ok ? all.value : all.error
}

it.each([
  ["/extra_body/moderation/model", { extra_body: { moderation: { model: "dear" } } }],
  ["/extra_body/svg/model", { extra_body: { svg: { model: "dear" } } }],
  ["/extra_body/requests/0/model", { extra_body: { requests: [{ model: "dear" }] } }],
  ["/extra_body/tools/0/model", { extra_body: { tools: [{ model: "dear" }] } }],
  ["/extra_body/extra_body/model", { extra_body: { extra_body: { model: "dear" } } }],
  ["/extra_body/extra_body/svg/model", { extra_body: { extra_body: { svg: { model: "dear" } } } }],
  ["/extra_body/extra_body/extra_body/model", { extra_body: { extra_body: { extra_body: { model: "dear" } } } }]
])("a member is asked of the key where a gateway in front of many models unpacks it: %s", (at, body) =>
  expect(named(body)).toEqual([{ at, id: "dear" }])
)

/** @see https://www.php.net/manual/en/faq.html.php#faq.html.arrays fields whose brackets have names or numbers are one list (read 2026-11) */
it.each([
  ["/tools/a/model", { tools: { a: { model: "dear" } } }],
  ["/tools/-1/model", { tools: { "-1": { model: "dear" } } }],
  ["/requests/0/model", { requests: { 0: { model: "dear" } } }]
])("an object is read as a list, as some readers do: %s", (at, body) =>
  expect(named(body)).toEqual([{ at, id: "dear" }])
)

it("what an object says of the one thing that it is, is no item of it", () =>
  expect(named({ tools: { model: "dear", input_schema: { type: "object" } } })).toEqual([
    { at: "/tools/model", id: "dear" }
  ]))
