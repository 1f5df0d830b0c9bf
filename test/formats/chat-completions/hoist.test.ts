import { describe, expect, it } from "vitest"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { wireNames } from "../../../src/core/format.ts"
import { memberHoisting } from "../../../src/formats/chat-completions/request.ts"

const text = (members: string): string => `{"model":"m","messages":[{"role":"user","content":"q"}],${members}}`

const found = (members: string) => {
  const it = memberHoisting(JsonText.source(text(members)).object ?? {}, wireNames)
  return (
    it && {
      edits: it.value.map(({ path, value }) => [path, value instanceof JsonText ? value.text : value]),
      notes: it.notes.map(({ kind, severity, path }) => `${kind} ${severity} ${path}`),
      place: it.place
    }
  )
}

const decoded = (members: string) => {
  const call = { model: "m", stream: false, headers: {}, names: wireNames, body: JsonText.source(text(members)) }
  const result = chatCompletions.decodeRequest(call)
  if (!result.ok) throw new Error(result.error.issues[0].path)
  return result.value
}

describe("members of `parameters` in a body whose bytes pass", () => {
  it("move to the top level as they were spelled, and their object goes", () => {
    expect(found('"parameters":{"temperature":0.50,"stop":["a" ]}')).toMatchObject({
      edits: [
        ["/parameters", undefined],
        ["/temperature", "0.50"],
        ["/stop", '["a"]']
      ],
      notes: ["approximated cosmetic /parameters/temperature", "approximated cosmetic /parameters/stop"]
    })
  })

  it("stay where the top level has no such member", () => {
    expect(found('"parameters":{"enable_search":true,"model":"x","stream":true}')).toBeUndefined()
    expect(found('"parameters":{"enable_search":true,"seed":1}')?.edits).toEqual([
      ["/parameters/seed", undefined],
      ["/seed", "1"]
    ])
  })

  it("give way to the top level, which null does not say", () => {
    expect(found('"seed":0,"parameters":{"seed":1}')).toMatchObject({
      edits: [["/parameters", undefined]],
      notes: ["dropped meaning /parameters/seed"]
    })
    expect(found('"seed":null,"parameters":{"seed":1}')?.edits).toContainEqual(["/seed", "1"])
    expect(found('"parameters":{"seed":null}')).toBeUndefined()
  })

  it("keep their place for whoever speaks of them", () => {
    const { place = String } = found('"n":1,"parameters":{"n":2,"tools":[],"seed":1}') ?? {}
    expect(["/seed", "/tools/0/type", "/seeds", "/n", ""].map(place)).toEqual([
      "/parameters/seed",
      "/parameters/tools/0/type",
      "/seeds",
      "/n",
      ""
    ])
  })
})

describe("members of `parameters` in a body that is read", () => {
  it("are read as the top level's, in their own place", () => {
    const { value } = decoded('"parameters":{"seed":3,"tools":[{"type":"function","function":{"name":"f"}}]}')
    expect(value.request).toMatchObject({ seed: 3, tools: [{ name: "f", at: "/parameters/tools/0" }] })
    expect(value.request.places?.get("seed")).toBe("/parameters/seed")
  })

  it("keep the text of what is beside them", () => {
    const { value } = decoded('"metadata":{"2":1.0,"1":2},"parameters":{"seed":3,"logit_bias":{"9":1.0}}')
    expect([value.request.metadata?.text, value.request.logitBias?.text]).toEqual(['{"2":1.0,"1":2}', '{"9":1.0}'])
  })

  it("ask for reasoning in the text", () => {
    expect(decoded('"parameters":{"gateway_thinking_to_content":true}').value.asked.thinking).toBe("content")
  })

  it("ask for no stream", () => {
    expect(decoded('"parameters":{"stream":true,"seed":1}').value.asked.stream).toBe(false)
  })
})
