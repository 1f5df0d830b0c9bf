import type { EmbeddingCall, EmbeddingItem, EmbeddingRequest } from "../../core/embedding.ts"
import { JsonText, putMember, type JsonTemplate } from "../../core/json/json.ts"
import { type TranslationNote, Refused, type Translated } from "../../core/notes/note.ts"
import type { NoteSink } from "../../core/notes/note-writer.ts"
import type { JsonObjectBuilder } from "../../core/json/builder.ts"
import { fail, type Result, succeed } from "../../core/errors/invalid.ts"
import { notes as noting } from "./rules.ts"
import { id } from "./wire.ts"

/** Items go together that are of one sort and have one number of dimensions. */
export const kindOf = ({ input, dimensions = 0 }: EmbeddingItem): string => `${input.kind} ${dimensions}`

/** Writes a request whose items are of one kind. */
export const encodeRequest = (request: EmbeddingRequest): Result<Translated<EmbeddingCall>, Refused> => {
  const notes: TranslationNote[] = []
  const { model, items } = request
  const inputs = items.map((item) => inputOf(item, { notes }))
  const many = inputs.length > 1
  noting.noteLeftovers({ notes }, request)
  const body: JsonObjectBuilder = {
    model,
    input: many ? inputs : inputs[0],
    dimensions: items[0]?.dimensions,
    encoding_format: request.encoding,
    user: request.user
  }
  if (request.native?.format === id) for (const [key, value] of request.native.rest ?? []) putMember(body, key, value)
  const refused = Refused.among(notes)
  return refused === undefined ? succeed({ value: { model, many, body: JsonText.tree(body) }, notes }) : fail(refused)
}

const inputOf = (item: EmbeddingItem, to: NoteSink): JsonTemplate => {
  if (item.task !== undefined) noting.noteField(to, "task", item, "task")
  if (item.title !== undefined) noting.noteField(to, "title", item, "title")
  for (const at of item.media ?? []) noting.note(to, "media", at)
  noting.noteLeftovers(to, item)
  if (item.input.kind === "tokens") return item.input.tokens
  const texts = item.input.texts.filter((text) => text !== "")
  if (texts.length > 1) noting.noteField(to, "texts", item, "input")
  return texts.join("\n")
}
