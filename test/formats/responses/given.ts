import type { ChatRequest } from "../../../src/core/chat/chat.ts"
import { type ReplyPreferences, type RequestTarget, wireNames } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import type { TranslationNote } from "../../../src/core/notes/note.ts"
import type { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import type { generateContent } from "../../../src/formats/generate-content/index.ts"
import type { messages } from "../../../src/formats/messages/index.ts"
import { decodeRequest, encodeRequest } from "../../../src/formats/responses/request.ts"

/** A body as a request of the format. */
const callOf = (body: object) => ({
  model: "",
  stream: false,
  headers: {},
  body: JsonText.source(JSON.stringify({ model: "gpt-5.5", ...body })),
  names: wireNames
})

/** What is read of a body, which must be valid. */
export const read = (body: object): { readonly request: ChatRequest; readonly asked: ReplyPreferences } => {
  const result = decodeRequest(callOf(body))
  if (!result.ok) throw result.error
  return result.value.value
}

/** What is wrong with a body: where, and in which words. */
export const wrong = (body: object): readonly (readonly [path: string, message: string])[] => {
  const result = decodeRequest(callOf(body))
  return result.ok ? [] : result.error.issues.map(({ path, message }) => [path, message] as const)
}

const openai: RequestTarget = { model: "gpt-5.5", vendor: "openai" }

/** What is written of a request, and its notes; refused where it throws. */
export const write = (
  request: ChatRequest,
  target: RequestTarget = openai
): { readonly body: unknown; readonly notes: readonly TranslationNote[] } => {
  const result = encodeRequest(request, target)
  if (!result.ok) throw result.error
  return { body: result.value.value.call.body.value, notes: result.value.notes }
}

/** A body as it is written again for its own vendor. */
export const again = (body: object): unknown => write(read(body).request).body

/** A body of another format as OpenAI is sent it. */
export const from = (format: typeof messages | typeof chatCompletions, body: object): ReturnType<typeof write> => {
  const result = format.decodeRequest(callOf(body))
  if (!result.ok) throw result.error
  return write(result.value.value.request)
}

/** A body as another format's upstream is sent it. */
export const to = (
  format: typeof messages | typeof chatCompletions | typeof generateContent,
  body: object,
  target: RequestTarget
): { readonly body: unknown; readonly notes: readonly TranslationNote[] } => {
  const result = format.encodeRequest(read(body).request, target)
  if (!result.ok) throw result.error
  return { body: result.value.value.call.body.value, notes: result.value.notes }
}

/** The rules of notes that say a meaning was lost, each with its place. */
export const losses = (notes: readonly TranslationNote[]): readonly string[] =>
  notes.filter(({ severity }) => severity === "meaning").map(({ path, rule }) => `${path} ${rule}`)
