import { describe, expect, it } from "vitest"
import { passthrough } from "../../../src/formats/responses/passthrough.ts"

describe("the end of a stream that passes", () => {
  it.each([
    ["response.completed", '{"type":"response.completed","response":{}}', true],
    ["response.incomplete", '{"type":"response.incomplete","response":{}}', true],
    ["response.failed", '{"type":"response.failed","response":{}}', false],
    [undefined, '{"type":"response.completed","response":{}}', true],
    ["", '{"type":"response.completed","response":{}}', true],
    ["e", '{"type":"response.completed","response":{}}', true],
    ["response.complet{ed", '{"type":"response.completed","response":{}}', true],
    ["response.completed", "", false],
    ["response.completed", '{"type":"response.compl', false],
    ["response.output_item.done", '{"type":"response.output_item.done"}', false]
  ])("is told by the event %s with the data %s: %s", (event, data, ends) => {
    expect(passthrough.ends({ ...(event === undefined ? {} : { event }), data })).toBe(ends)
  })
})

describe("the failure of a stream that passes", () => {
  it.each([
    ["response.failed", '{"type":"response.failed","response":{}}', true],
    ["error", '{"type":"error"}', true],
    [undefined, '{"type":"response.failed","response":{}}', true],
    ["response.failed", '{"type":"response.fail', false],
    ["response.completed", '{"type":"response.completed","response":{}}', false]
  ])("is told by the event %s with the data %s: %s", (event, data, fails) => {
    expect(passthrough.fails({ ...(event === undefined ? {} : { event }), data })).toBe(fails)
  })
})
