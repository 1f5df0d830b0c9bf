import { describe, expect, it } from "vitest"
import { defaultReplyPreferences, emptyReplyContext } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { responses } from "../../../src/formats/responses/index.ts"
import { stamp } from "../../laws/calling.ts"

/** An answer with an item, written again. */
const again = (item: string): string => {
  const body = `{"id":"r","object":"response","created_at":1,"status":"completed","model":"m","output":[${item}]}`
  const decoded = responses.decodeResponse(JsonText.source(body), emptyReplyContext)
  if (!decoded.ok) throw decoded.error
  return responses.encodeResponse(decoded.value.value, defaultReplyPreferences, stamp).value.text
}

describe("a number that is not known comes back as it is spelled", () => {
  it.each([
    ["in a message", '"type":"message","id":"i","role":"assistant","content":[{"type":"output_text","text":""}]'],
    ["in a picture", '"type":"image_generation_call","id":"i","result":"iVBORw0KGgo="'],
    ["in an item without an id", '"type":"novelty"']
  ])("%s", (_, members) => {
    expect(again(`{${members},"a":1.0,"b":12345678901234567890}`)).toMatch(/"a":1\.0,"b":12345678901234567890\b/)
  })
})
