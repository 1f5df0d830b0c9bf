import type { EmbeddingCall, EmbeddingItem, EmbeddingRequest } from "../../core/embedding.ts"
import { JsonText, putMember, type JsonTemplate } from "../../core/json/json.ts"
import type { ChatNode } from "../../core/chat/node.ts"
import { type TranslationNote, Refused, type Translated } from "../../core/notes/note.ts"
import type { NoteSink } from "../../core/notes/note-writer.ts"
import type { JsonObjectBuilder } from "../../core/json/builder.ts"
import { fail, type Result, succeed } from "../../core/errors/invalid.ts"
import { notes as noting } from "./rules.ts"
import { id, resourceOf } from "./wire.ts"

/**
 * Writes a request: one item as a body of its own; several, or one of a batch that says more, as a batch whose items
 * name the model each.
 */
export const encodeRequest = (request: EmbeddingRequest): Result<Translated<EmbeddingCall>, Refused> => {
  const notes: TranslationNote[] = []
  const to: NoteSink = { notes }
  if (request.user !== undefined) noting.noteField(to, "user", request, "user")
  noting.noteLeftovers(to, request)
  const { model, items } = request
  const written = items.map((item) => writeItem(item, to))
  const own = ownOf(request)
  const many = written.length > 1 || Object.keys(own).length > 0
  const body = many ? batchOf(request.model, written, own) : written[0]
  const refused = Refused.among(notes)
  return refused === undefined ? succeed({ value: { model, many, body: JsonText.tree(body) }, notes }) : fail(refused)
}

const batchOf = (id: string, items: readonly JsonObjectBuilder[], own: JsonObjectBuilder): JsonTemplate => {
  const model = resourceOf(id)
  return { requests: items.map((item) => ({ model, ...item })), ...own }
}

const writeItem = (item: EmbeddingItem, to: NoteSink): JsonObjectBuilder => {
  noting.noteLeftovers(to, item)
  return {
    content: contentOf(item, to),
    taskType: item.task,
    title: item.title,
    outputDimensionality: item.dimensions,
    ...ownOf(item)
  }
}

/** The client's own content where it is of this format, else one part for each text. */
const contentOf = (item: EmbeddingItem, to: NoteSink): JsonTemplate => {
  if (item.input.kind === "tokens") {
    noting.noteField(to, "tokens", item, "input")
    return undefined
  }
  const own = item.native?.format === id ? item.native.consumed?.get("content") : undefined
  return own ?? { parts: item.input.texts.map((text) => ({ text })) }
}

/** Members that nobody reads go on to where they are known. */
const ownOf = ({ native }: ChatNode): JsonObjectBuilder => {
  const out: JsonObjectBuilder = {}
  if (native?.format !== id) return out
  for (const [key, value] of native.rest ?? []) putMember(out, key, value)
  return out
}
