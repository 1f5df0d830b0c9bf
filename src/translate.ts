/**
 * Translation alone: synchronous functions over JSON text and stream bytes, for any runtime. Nothing here reads a
 * clock, a random source or the network.
 */
export { chatCompletions as ChatCompletions } from "./formats/chat-completions/index.ts"
export { generateContent as GenerateContent } from "./formats/generate-content/index.ts"
export { messages as Messages } from "./formats/messages/index.ts"
export { responses as Responses } from "./formats/responses/index.ts"
export { type ErrorTranslation, type FailedAnswer, translateError } from "./translate/reply.ts"
export type { ReplyOptions } from "./translate/reply.ts"
export { type RequestOptions, type RequestTranslation, translateRequest } from "./translate/translator.ts"
export { type ResponseTranslation, translateResponse } from "./translate/reply.ts"
export type { PipedTranslation } from "./translate/reply.ts"
export { type Translator, translator, type TranslatorOptions } from "./translate/translator.ts"
export { type StreamTranslation, translateStream } from "./translate/reply.ts"
export { type ErrorDetails, GatewayError, type ErrorReason } from "./core/errors/error.ts"
export type {
  ReplyPreferences as Asked,
  WireRequest as Call,
  ChatFormat as Format,
  RequiredMedia as Need,
  ResponseDefaults as Stamp,
  RequestTarget as Target,
  ThinkingForms,
  ReplyContext as Undo
} from "./core/format.ts"
export { Invalid, type InvalidIssue } from "./core/errors/invalid.ts"
export {
  type TranslationNote as Note,
  type NoteKind,
  Refused,
  type NoteSeverity as Severity
} from "./core/notes/note.ts"
export { type ModelId, parseModelId } from "./core/chat/thinking.ts"
export type { JsonPointer } from "./core/json/pointer.ts"
export type { Result } from "./core/errors/invalid.ts"
export type { StreamEnding } from "./core/framing/transducer.ts"
export { type WireNames, wireNames } from "./core/format.ts"
