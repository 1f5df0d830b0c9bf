import { expect, it } from "vitest"
import { JsonText } from "../../../src/core/json/json.ts"
import { mostNotes, noteRules, noteWriter, type TranslationNote } from "../../../src/core/notes/note.ts"

const rules = noteRules("here", {
  dropped: { cosmetic: { bookkeeping: "It is the vendor's own." }, meaning: { "unknown-member": "It is lost." } }
})

/** The rules that are noted of a member that another format alone can say. */
const rulesOf = (at: string, member: string): readonly string[] => {
  const notes: TranslationNote[] = []
  const rest = new Map([[member, JsonText.tree("x")]])
  noteWriter(rules, "here").noteLeftovers({ notes }, { at, native: { format: "there", rest } })
  return notes.map(({ rule }) => rule)
}

/** @see the answers of openai 7.55.0, `@google/genai` and `@anthropic-ai/sdk` 1.11.0, and OpenAI's `Reasoning` */
it.each([
  ["", "system_fingerprint"],
  ["/candidates/0", "safetyRatings"],
  ["/candidates/0", "avgLogprobs"],
  ["/usage", "inference_geo"],
  ["/reasoning", "context"],
  ["/reasoning", "mode"],
  ["/reasoning", "generate_summary"]
])("what a vendor says of its own work is its bookkeeping: %s/%s", (at, member) =>
  expect(rulesOf(at, member)).toEqual(["here/bookkeeping"])
)

it.each([
  ["", "fingerprint"],
  ["/text", "context"]
])("what may mean something to its reader is none: %s/%s", (at, member) =>
  expect(rulesOf(at, member)).toEqual(["here/unknown-member"])
)

it("of what a node has besides as many are noted as a stream keeps, and all of a whole answer's", () => {
  const rest = new Map(Array.from({ length: 300 }, (_, at) => [`n${at}`, JsonText.of(at)] as const))
  const whole = { notes: [] as TranslationNote[] }
  const stream = { notes: [] as TranslationNote[], mostNotes }
  for (const to of [whole, stream]) noteWriter(rules, "here").noteLeftovers(to, { native: { format: "there", rest } })
  expect([whole.notes.length, stream.notes.length]).toEqual([300, 256])
})
