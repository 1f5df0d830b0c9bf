import { expect, it } from "vitest"
import { messages, responses } from "../../../src/formats.ts"
import { Refused } from "../../../src/core/notes/note.ts"
import { translateRequest } from "../../../src/translate.ts"

/** What is noted of a request to Claude, or why it is refused, by its places. */
const placesOf = (part: object, more: object = {}): readonly string[] => {
  const input = [{ role: "user", content: [{ type: "input_text", text: "Hi" }, part] }]
  const there = translateRequest(
    { from: responses, to: messages, target: { model: "m" } },
    JSON.stringify({ model: "m", input, ...more })
  )
  const notes = there.ok ? there.value.notes : there.error instanceof Refused ? there.error.notes : []
  return notes.map(({ path }) => path)
}

it.each([
  ["image_url", { type: "input_image", image_url: "data:image/png;base64,?" }],
  ["file_data", { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,?" }],
  ["file_url", { type: "input_file", file_url: "ftp://files.test/a.pdf" }],
  ["file_id", { type: "input_file", file_id: "file_1" }]
])("a medium that cannot be sent is named by its %s", (member, part) => {
  expect(placesOf(part)).toContain(`/input/0/content/1/${member}`)
})

it("log probabilities that cannot be had are named where they were asked for", () => {
  const include = ["reasoning.encrypted_content", "message.output_text.logprobs"]
  expect(placesOf({ type: "input_text", text: "?" }, { include })).toContain("/include/1")
})
