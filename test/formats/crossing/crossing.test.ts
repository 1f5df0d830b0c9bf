import { describe, expect, it } from "vitest"
import { translateRequest, translateResponse } from "../../../src/translate.ts"
import type { Json } from "../../../src/core/json/json.ts"
import { rowsOf, type Wire, wires } from "./wires.ts"

type Row = { readonly [key: string]: Json }

interface Crossing {
  readonly row: Row
  readonly from: Wire
  readonly to: Wire
  readonly becomes: Json | undefined
}

/** Each row with each format that it goes into, under a name. */
const crossings = (table: string, name: (row: Row) => string): readonly (readonly [name: string, Crossing])[] =>
  rowsOf(table).flatMap((row) => {
    const from = wires[String(row["from"])]
    if (from === undefined) throw new Error(`no such format: ${String(row["from"])}`)
    return Object.entries(wires).flatMap(([id, to]) =>
      to === from
        ? []
        : [[`${String(row["from"])} ${name(row)} into ${id}`, { row, from, to, becomes: row[id] }] as const]
    )
  })

const listed = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [value ?? null])

describe("how an answer ends", () => {
  const rows = crossings("finishes", ({ says, calls }) => `${String(says)}${calls === true ? " with a call" : ""}`)

  it.each(rows)("%s", (_, { row, from, to, becomes }) => {
    const answer = JSON.stringify(from.answer(String(row["says"]), row["calls"] === true))
    const translated = translateResponse({ from: from.format, to: to.format }, answer)
    expect(translated.ok && to.finish(JSON.parse(translated.value.body) as Json)).toBe(becomes)
  })

  it("has 66 cases", () => expect(rows).toHaveLength(66))
})

describe("how a call fails", () => {
  const rows = crossings("errors", ({ status, says }) => `${String(status)} ${listed(says).join(" ")}`)

  it.each(rows)("%s", (_, { row, from, to, becomes }) => {
    const status = Number(row["status"])
    const body = JSON.stringify(from.error(status, listed(row["says"])))
    const error = from.format.decodeError(status, {}, body)
    const written = to.format.encodeError(error)
    expect([error.reason, written.status, ...to.says(JSON.parse(written.body.text) as Json)]).toEqual([
      row["reason"],
      ...listed(becomes)
    ])
  })

  it("has 100 cases", () => expect(rows).toHaveLength(100))
})

describe("what a message holds", () => {
  const rows = crossings("parts", ({ name }) => String(name))

  it.each(rows)("%s", (_, { row, from, to, becomes }) => {
    const role = String(row["role"])
    const body = JSON.stringify(from.request(role, listed(row["part"])))
    const translated = translateRequest(
      { from: from.format, to: to.format, target: { model: "m", ...to.target } },
      body
    )
    expect(translated.ok ? to.items(JSON.parse(translated.value.body) as Json, role) : "refused").toEqual(becomes)
  })

  it("has 76 cases", () => expect(rows).toHaveLength(76))
})
