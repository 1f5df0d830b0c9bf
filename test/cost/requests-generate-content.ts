import { textToBase64 } from "../../src/formats/generate-content/opaque.ts"
import { sealEnvelope } from "../../src/core/chat/envelope.ts"
import { list, members } from "./list.ts"
import type { Bodies } from "./requests-chat-completions.ts"

const user = { role: "user", parts: [{ text: "x" }] }
const body = (more: object): object => ({ contents: [user], ...more })
const said = (...parts: readonly unknown[]): object => body({ contents: [user, { role: "model", parts }, user] })
const asked = (calls: readonly object[], results: readonly object[]): object =>
  body({ contents: [user, { role: "model", parts: calls }, { role: "user", parts: results }] })
const call = (name: string, more: object = {}) => ({ functionCall: { name, args: {}, ...more } })
const result = (name: string, more: object = {}) => ({ functionResponse: { name, response: {}, ...more } })
const declared = (...functions: readonly object[]): object => body({ tools: [{ functionDeclarations: functions }] })
const sealed = (text: string): string =>
  textToBase64(sealEnvelope({ vendor: "anthropic", kind: "signature", data: "AAAA" }, 0, text))

/** Requests of generateContent. */
export const generateContent: Bodies = {
  contents: (size) => ({ contents: list(size, (at) => ({ ...user, role: at % 2 === 0 ? "user" : "model" })) }),
  "contents of one role": (size) => ({ contents: list(size, () => user) }),
  parts: (size) => ({ contents: [{ role: "user", parts: list(size, () => ({ text: "x" })) }] }),
  "empty parts": (size) => ({
    contents: [{ role: "user", parts: [...list(size, () => ({ text: "" })), { text: "x" }] }]
  }),
  "parts of the system": (size) => body({ systemInstruction: { parts: list(size, () => ({ text: "x" })) } }),
  pictures: (size) => ({
    contents: [{ role: "user", parts: list(size, () => ({ inlineData: { mimeType: "image/png", data: "AAAA" } })) }]
  }),
  "files elsewhere": (size) => ({
    contents: [
      {
        role: "user",
        parts: list(size, (at) => ({ fileData: { mimeType: "image/png", fileUri: `https://files.test/${at}` } }))
      }
    ]
  }),
  calls: (size) =>
    asked(
      list(size, () => call("f")),
      list(size, () => result("f"))
    ),
  "calls of many functions": (size) =>
    asked(
      list(size, (at) => call(`f${at}`)),
      list(size, (at) => result(`f${size - 1 - at}`))
    ),
  "calls with ids": (size) =>
    asked(
      list(size, (at) => call("f", { id: `c${at}` })),
      list(size, (at) => result("f", { id: `c${size - 1 - at}` }))
    ),
  "calls one by one": (size) => ({
    contents: [
      user,
      ...list(size, () => [
        { role: "model", parts: [call("f")] },
        { role: "user", parts: [result("f")] }
      ]).flat()
    ]
  }),
  "results without calls": (size) => asked([call("f")], [result("f"), ...list(size, (at) => result(`o${at}`))]),
  "media of a result": (size) =>
    asked(
      [call("f")],
      [result("f", { parts: list(size, () => ({ inlineData: { mimeType: "image/png", data: "AAAA" } })) })]
    ),
  thoughts: (size) => said(...list(size, () => ({ text: "t", thought: true })), { text: "y" }),
  "signed thoughts": (size) =>
    said(...list(size, () => ({ text: "t", thought: true, thoughtSignature: "AAAA" })), { text: "y" }),
  "pieces under one seal": (size) =>
    said(...list(size, () => ({ text: "t" })), { text: "", thoughtSignature: sealed("t".repeat(size)) }),
  "seals that cover nothing": (size) =>
    said({ text: "t".repeat(size * 8) }, ...list(size / 8, () => ({ text: "", thoughtSignature: sealed("other") }))),
  "signatures of padding": (size) => said({ text: "y", thoughtSignature: `aXNnMS${"=".repeat(size * 8)}x` }),
  "code that was run": (size) =>
    said(
      ...list(size, () => [
        { executableCode: { language: "PYTHON", code: "1" } },
        { codeExecutionResult: { outcome: "OUTCOME_OK", output: "1" } }
      ]).flat()
    ),
  declarations: (size) => declared(...list(size / 2, (at) => ({ name: `f${at}` }))),
  "declarations one by one": (size) =>
    body({ tools: list(size / 2, (at) => ({ functionDeclarations: [{ name: `f${at}` }] })) }),
  "the search as many functions": (size) => declared(...list(size / 2, () => ({ name: "webSearch" })), { name: "f" }),
  "the search as many tools": (size) =>
    body({ tools: list(size / 2, () => ({ functionDeclarations: [{ name: "webSearch" }] })) }),
  "functions to choose from": (size) => ({
    ...declared(...list(size / 4, (at) => ({ name: `f${at}` }))),
    toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: list(size / 4, (at) => `f${at}`) } }
  }),
  "a wide schema": (size) =>
    declared({
      name: "f",
      parameters: {
        type: "OBJECT",
        properties: members(size, () => ({ type: "STRING" })),
        required: list(size, (at) => `k${at}`),
        propertyOrdering: list(size, (at) => `k${at}`)
      }
    }),
  "settings of safety": (size) =>
    body({ safetySettings: list(size, (at) => ({ category: `HARM_CATEGORY_${at}`, threshold: "BLOCK_NONE" })) }),
  "stop sequences": (size) => body({ generationConfig: { stopSequences: list(size, (at) => `s${at}`) } }),
  "unknown members": (size) => body(members(size, () => 1)),
  "unknown settings": (size) => body({ generationConfig: members(size, () => 1) }),
  labels: (size) => body({ labels: members(size, () => "v") })
}
