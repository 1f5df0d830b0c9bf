/**
 * What a chat format is written in: the chat that all formats mean, what reads and writes it, frames and notes. A format
 * of one's own goes into `translateRequest` and a family's `format` as those of `isogloss/formats` do.
 */
export type {
  ChatCandidate,
  ChatMessage,
  ChatRequest,
  ChatResponse,
  ContentPart,
  FinishReason,
  FunctionTool,
  ReasoningPart,
  ToolChoice,
  ToolDefinition,
  ToolOutput
} from "./core/chat/chat.ts"
export { type CacheMark, type ChatNode, nativeMembers } from "./core/chat/node.ts"
export { type ErrorReason, GatewayError } from "./core/errors/error.ts"
export { type ErrorWording, failureIn, firstKeyByWord, wireError } from "./core/errors/failure.ts"
export { fail, Invalid, type Result, succeed } from "./core/errors/invalid.ts"
export type { ChatEvent, PartDelta } from "./core/chat/chat.ts"
export { mergeUsage } from "./core/events/fold.ts"
export {
  type ChatFormat,
  type DecodedRequest,
  defaultReplyPreferences,
  emptyReplyContext,
  type EncodedRequest,
  type ReplyContext,
  type ReplyPreferences,
  type RequestTarget,
  type ResponseDefaults,
  type WireError,
  wireNames,
  type WireRequest
} from "./core/format.ts"
export { maxFrame, sseFraming } from "./core/framing/sse.ts"
export { endError, noNotes, type StreamFrame, type StreamFraming, type Transducer } from "./core/framing/transducer.ts"
export { type JsonObjectBuilder, type MutableDraft, setDefined } from "./core/json/json.ts"
export { isObject, type JsonTemplate, JsonText, objectOr, parseJson } from "./core/json/json.ts"
export { placeOf, unsaidMembers } from "./core/notes/note.ts"
export { noteRules, type Refused, type Translated, type TranslationNote } from "./core/notes/note.ts"
export { IssueReader } from "./core/reading/issue-reader.ts"
export { ObjectReader } from "./core/reading/object-reader.ts"
export { everyNull, noNull, type ReadOptions } from "./core/reading/issue-reader.ts"
export { namesIn } from "./core/reading/member-row.ts"
export { outputTokens, promptTokens, type TokenUsage } from "./core/tokens/usage.ts"
