import { describe, expect, it } from "vitest"
import { differences, type Plain, settled } from "./differ.ts"

const answer = (part: Plain): Plain => settled({ candidates: [{ parts: [part] }] })
const request = (part: Plain): Plain => settled({ messages: [{ role: "assistant", parts: [part] }] })

const opaque = [{ vendor: "anthropic", kind: "signature", data: "c2ln" }]
const call = { type: "tool-call", name: "get_weather" }
const picture = { type: "media", media: "image" }

describe("the laws count as the same", () => {
  it.each<[string, Plain, Plain]>([
    ["a picture of no media type and of an empty one", picture, { ...picture, mime: "" }],
    [
      "a signature of no text and of an empty one",
      { type: "reasoning", opaque },
      { type: "reasoning", text: "", opaque }
    ]
  ])("%s", (_, a, b) => {
    expect(differences(answer(a), answer(b))).toEqual([])
    expect(differences(request(a), request(b))).toEqual([])
  })

  it("a request for text alone and one that names no modality", () => {
    expect(differences(settled({}), settled({ modalities: ["text"] }))).toEqual([])
    expect(differences(settled({}), settled({ modalities: ["text", "audio"] }))).toEqual(["/modalities"])
  })

  it("an answer's call without an id and with an empty one, which clients may send as one", () => {
    expect(differences(answer(call), answer({ ...call, id: "" }))).toEqual([])
    expect(differences(request(call), request({ ...call, id: "" }))).toEqual(["/messages/0/parts/0/id"])
  })
})
