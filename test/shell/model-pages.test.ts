import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { type Head, readQuery } from "../../src/endpoints/endpoint.ts"
import { pageQuery, shapeOf } from "../../src/endpoints/models.ts"
import { JsonText, stringifyJson } from "../../src/core/json/json.ts"

const listed = Array.from({ length: 1200 }, (_, index) => ({
  id: `m${index}`,
  family: "a",
  sent: `m${index}`,
  serves: ["chat"] as const
}))

/** A page of 1200 models as a client's SDK reads it. */
const page = (path: string, query: string, headers: Head["headers"] = {}): unknown => {
  const head: Head = {
    method: "GET",
    path,
    params: {},
    headers,
    search: () => new URLSearchParams(query),
    requestId: "r",
    address: () => undefined
  }
  return JsonText.source(stringifyJson(shapeOf(head).list(listed, Effect.runSync(readQuery(pageQuery, head))))).value
}

const messages = (query: string): unknown => page("/v1/models", query, { "anthropic-version": "2023-06-01" })

const itemsIn = (name: string, answer: unknown): unknown => new Map(Object.entries(answer ?? {})).get(name)

describe("a page of Anthropic's shape", () => {
  it.each([
    ["", { first_id: "m0", last_id: "m19", has_more: true }],
    ["limit=2&after_id=m9", { first_id: "m10", last_id: "m11", has_more: true }],
    ["limit=2&before_id=m9", { first_id: "m7", last_id: "m8", has_more: true }],
    ["limit=9&before_id=m9", { first_id: "m0", last_id: "m8", has_more: false }],
    ["before_id=m0", { first_id: null, last_id: null, has_more: false }],
    ["limit=1&after_id=m1198", { first_id: "m1199", last_id: "m1199", has_more: false }]
  ])("of ?%s", (query, wanted) => {
    expect(messages(query)).toMatchObject(wanted)
  })

  it("holds a thousand models at most", () => {
    expect(itemsIn("data", messages("limit=5000"))).toHaveLength(1000)
  })
})

describe("a page of Google's shape", () => {
  it.each([
    ["", 50, "m49"],
    ["pageSize=5000", 1000, "m999"],
    ["pageSize=0", 1, "m0"],
    ["pageSize=1000&pageToken=m999", 200, undefined]
  ])("of ?%s has %i models and goes on after %s", (query, count, token) => {
    const answer = page("/v1beta/models", query)
    expect(itemsIn("models", answer)).toHaveLength(count)
    expect(itemsIn("nextPageToken", answer)).toBe(token)
  })
})
