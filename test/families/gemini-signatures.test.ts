import { describe, expect, it } from "vitest"
import { sealEnvelope } from "../../src/core/chat/envelope.ts"
import { splice } from "../../src/exchange/body.ts"
import { catalogueRules } from "../../src/families/family.ts"
import { geminiEdits } from "../../src/families/gemini/edits.ts"
import { geminiModels } from "../../src/families/gemini/models.ts"
import { passthrough } from "../../src/formats/generate-content/passthrough.ts"
import { callOf, plainly } from "./call.ts"

const model = "gemini-3.1-pro-preview"
const placeholder = "skip_thought_signature_validator"

const editsOf = (contents: readonly object[], id = model) =>
  plainly(geminiEdits(callOf({ contents }, { model: id }), catalogueRules(geminiModels, id), undefined))

/** The parts that are sent of a body that passes, with the format's own edits and the family's. */
const partsSent = (...contents: readonly object[]): unknown => {
  const call = callOf({ contents }, { model })
  const own = passthrough.edits(call).value
  const family = geminiEdits(call, catalogueRules(geminiModels, model), undefined).value
  return (JSON.parse(splice(call.body.text, [...own, ...family])) as { contents: { parts: unknown }[] }).contents[1]
    ?.parts
}

const asked = { role: "user", parts: [{ text: "Weather?" }] }
const made = (id: string, more: object = {}) => ({ functionCall: { id, name: "weather", args: {} }, ...more })
const said = (...parts: readonly object[]) => ({ role: "model", parts })
const answers = (...ids: readonly string[]) => ({
  role: "user",
  parts: ids.map((id) => ({ functionResponse: { id, name: "weather", response: { output: "18" } } }))
})

describe("calls that a client of Google's format brings to a model that wants them signed", () => {
  it("get Google's placeholder where another vendor's model made them, with a note", () => {
    expect(editsOf([asked, said(made("call_a0")), answers("call_a0")])).toEqual({
      edits: [["/contents/1/parts/0/thoughtSignature", placeholder]],
      notes: ["/contents/1/parts/0 gemini/signature"]
    })
  })

  it("get it on the first call of each step alone", () => {
    const steps = [asked, said(made("a"), made("b")), answers("a", "b"), said({ text: "And" }, made("c")), answers("c")]
    expect(editsOf(steps).edits.map(([path]) => path)).toEqual([
      "/contents/1/parts/0/thoughtSignature",
      "/contents/3/parts/1/thoughtSignature"
    ])
  })

  it("get it in a step that came in several contents once", () => {
    expect(editsOf([asked, said(made("a")), said(made("b")), answers("a", "b")]).edits).toHaveLength(1)
  })

  it("get it in the place of another vendor's sealed signature", () => {
    const sealed = sealEnvelope({ vendor: "anthropic", kind: "signature", data: "c2ln" }, 0, "weather")
    expect(partsSent(asked, said(made("a", { thoughtSignature: sealed })), answers("a"))).toEqual([
      made("a", { thoughtSignature: placeholder })
    ])
  })

  it("keep the vendor's own signature, sealed or not", () => {
    const sealed = sealEnvelope({ vendor: "google", kind: "signature", data: "c2ln" }, 0, "weather")
    for (const thoughtSignature of ["c2ln", sealed])
      expect(partsSent(asked, said(made("a", { thoughtSignature })), answers("a"))).toEqual([
        made("a", { thoughtSignature: "c2ln" })
      ])
  })

  it("are left as they are before the user last spoke", () => {
    expect(editsOf([asked, said(made("a")), answers("a"), said({ text: "18" }), asked]).edits).toEqual([])
  })

  it("are in the current turn where words stand beside their results", () => {
    const beside = { role: "user", parts: [...answers("a").parts, { text: "Hurry." }] }
    expect(editsOf([asked, said(made("a")), beside]).edits).toHaveLength(1)
  })

  it.each(["gemini-2.5-pro", "gemini-9-ultra"])("are left as they are for %s", (id) => {
    expect(editsOf([asked, said(made("a")), answers("a")], id).edits).toEqual([])
  })

  it("are found under the wire's other spelling", () => {
    const snake = { role: "model", parts: [{ function_call: { name: "weather", args: {} }, thought_signature: "" }] }
    const result = { role: "user", parts: [{ function_response: { name: "weather", response: {} } }] }
    expect(editsOf([asked, snake, result]).edits).toEqual([["/contents/1/parts/0/thought_signature", placeholder]])
  })
})
