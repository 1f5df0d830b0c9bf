import { expect, it } from "vitest"
import type { ContentPart } from "../../../src/core/chat/chat.ts"
import { unwrapError, wrapError } from "../../../src/core/chat/tool-calls.ts"

const text = (said: string): ContentPart => ({ type: "text", text: said })

it.each([
  ["nothing", []],
  ["one text", [text("no")]],
  ["several texts", [text("no"), text("never")]]
])("what a failed call says comes out of its wrapping as it went in: %s", (_, parts) =>
  expect(unwrapError(wrapError(parts))).toEqual(parts)
)

it("half a wrapping is a text", () => expect(unwrapError([text("<tool_error></tool_erro")])).toBeUndefined())
