/**
 * The parameters of image models alone: synchronous functions over JSON, for any runtime. Nothing here reads a clock, a
 * random source or the network.
 */
export { gemini as Gemini } from "./families/images/gemini.ts"
export { gptImage as GptImage } from "./families/images/gpt-image.ts"
export { type ImageRules, normaliseImage, type Normalised } from "./families/images/normalise.ts"
export { qwenImage as QwenImage } from "./families/images/qwen-image.ts"
export { seedream as Seedream } from "./families/images/seedream.ts"
export type { ImagePart, ImageRequest, ImageSize, ImageSource, ImageTurn } from "./core/image.ts"
export { Invalid, type InvalidIssue } from "./core/errors/invalid.ts"
export {
  type TranslationNote as Note,
  type NoteKind,
  Refused,
  type NoteSeverity as Severity
} from "./core/notes/note.ts"
export type { Result } from "./core/errors/invalid.ts"
