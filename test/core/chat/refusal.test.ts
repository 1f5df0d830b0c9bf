import { describe, expect, it } from "vitest"
import { refusalIn, withRefusal } from "../../../src/core/chat/chat.ts"

describe("a refusal that is told as the reason of an end", () => {
  it("is all that the answer refuses with", () => {
    const parts = [
      { type: "refusal", text: "I " },
      { type: "text", text: "x" },
      { type: "refusal", text: "won't." }
    ] as const
    expect(refusalIn(parts)).toBe("I won't.")
    expect(refusalIn([])).toBe("")
  })

  it("is why an answer ended that does not say another reason", () => {
    const refused = { finish: { kind: "refusal" }, block: { message: "No." } }
    expect(withRefusal({}, "No.")).toEqual(refused)
    expect(withRefusal({ finish: { kind: "stop" } }, "No.")).toEqual(refused)
    expect(withRefusal({ finish: { kind: "length" } }, "No.")).toEqual({ ...refused, finish: { kind: "length" } })
  })

  it("leaves what the vendor said, and an answer that refuses nothing", () => {
    const said = { finish: { kind: "blocked" }, block: { category: "c", message: "Policy." } } as const
    expect(withRefusal(said, "No.")).toEqual(said)
    expect(withRefusal(said, "")).toBe(said)
  })
})
