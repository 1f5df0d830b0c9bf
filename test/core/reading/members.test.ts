import { describe, expect, it } from "vitest"
import type { ChatNode } from "../../../src/core/chat/node.ts"
import { type MutableDraft, JsonText } from "../../../src/core/json/json.ts"
import { noNull, IssueReader } from "../../../src/core/reading/issue-reader.ts"
import { namesIn, oneWordOf } from "../../../src/core/reading/member-row.ts"
import { ObjectReader } from "../../../src/core/reading/object-reader.ts"

const members = (object: JsonText): ObjectReader =>
  new ObjectReader(new IssueReader(), object.object ?? {}, "", { format: "test", silent: noNull })

describe("members", () => {
  it("keeps what is not asked for, nulls too", () => {
    const from = members(JsonText.source('{"a":1,"b":null,"c":2}'))
    from.number("a")
    expect(
      [...(from.attachUnknown<MutableDraft<ChatNode>>({}).native?.rest ?? [])].map(([key, value]) => [key, value.text])
    ).toEqual([
      ["b", "null"],
      ["c", "2"]
    ])
  })

  it("keeps nothing of an object that is known", () => {
    const from = members(JsonText.source('{"a":1,"b":null}'))
    from.number("a")
    from.absent(new Set(["b"]))
    expect(from.attachUnknown({})).toEqual({})
  })

  it("lists the members of an object once, however often they are gone through", () => {
    let listed = 0
    const object = new Proxy({ a_b: 1, c: null }, { ownKeys: (of) => (listed++, Reflect.ownKeys(of)) })
    const nameOf = (key: string): string => key.replace("_", "")
    const from = new ObjectReader(new IssueReader(), object, "", { format: "test", silent: noNull, nameOf })
    expect(namesIn(from)).toEqual(["ab"])
    expect([...(from.attachUnknown<MutableDraft<ChatNode>>({}).native?.rest?.keys() ?? [])]).toEqual(["a_b", "c"])
    expect(listed).toBe(1)
  })

  it("takes no longer for each of many members than for each of a few", () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `member ${index}`)
    const from = members(JsonText.tree(Object.fromEntries(names.map((name) => [name, 1]))))
    from.skip(...names)
    expect(from.attachUnknown({})).toEqual({})
  })
})

it("a word that is none of a few is refused with all of them", () => {
  const reader = new IssueReader()
  const from = new ObjectReader(reader, { order: "up" }, "", { format: "test", silent: noNull })
  oneWordOf(["asc", "desc", "any"]).read(from, "order")
  expect(reader.issues).toEqual([{ path: "/order", message: "`order` must be `asc` or `desc` or `any`." }])
})
