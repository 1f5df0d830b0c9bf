import { expect, it } from "vitest"
import { answered } from "./reading.ts"

it("The name and the input of a call stand below it in the body", () => {
  const content = { role: "model", parts: [{ functionCall: { name: "f", args: { a: 1 } } }] }
  const [part] = answered({ candidates: [{ content }] }).candidates[0]?.parts ?? []
  expect([part?.places?.get("name"), part?.places?.get("input")]).toEqual(["/functionCall/name", "/functionCall/args"])
})
