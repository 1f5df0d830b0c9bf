import { describe, expect, it } from "vitest"
import type { Node } from "../../../src/core/chat/node.ts"
import type { Draft } from "../../../src/core/draft.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { noNull } from "../../../src/core/reading/manner.ts"
import { Members } from "../../../src/core/reading/members.ts"
import { Reader } from "../../../src/core/reading/reader.ts"

const members = (object: JsonText): Members =>
  new Members(new Reader(), object.object ?? {}, "", { format: "test", silent: noNull })

describe("members", () => {
  it("keeps what is not asked for, nulls too", () => {
    const from = members(JsonText.source('{"a":1,"b":null,"c":2}'))
    from.number("a")
    expect([...(from.keepOn<Draft<Node>>({}).native?.rest ?? [])].map(([key, value]) => [key, value.text])).toEqual([
      ["b", "null"],
      ["c", "2"]
    ])
  })

  it("keeps nothing of an object that is known", () => {
    const from = members(JsonText.source('{"a":1,"b":null}'))
    from.number("a")
    from.absent(new Set(["b"]))
    expect(from.keepOn({})).toEqual({})
  })

  it("takes no longer for each of many members than for each of a few", () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `member ${index}`)
    const from = members(JsonText.tree(Object.fromEntries(names.map((name) => [name, 1]))))
    from.skip(...names)
    expect(from.keepOn({})).toEqual({})
  })
})
