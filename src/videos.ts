/**
 * The parameters of video models alone: synchronous functions over JSON, for any runtime. Nothing here reads a clock, a
 * random source or the network.
 */
export { normaliseVideo, type NormalisedVideo, type VideoRules } from "./families/videos/normalise.ts"
export { seedance as Seedance } from "./families/videos/seedance.ts"
export { sora as Sora } from "./families/videos/sora.ts"
export { veoRules as Veo } from "./families/videos/google.ts"
export type { ImageSource } from "./core/image.ts"
export { Invalid, type InvalidIssue } from "./core/errors/invalid.ts"
export {
  type TranslationNote as Note,
  type NoteKind,
  Refused,
  type NoteSeverity as Severity
} from "./core/notes/note.ts"
export type { Result } from "./core/errors/invalid.ts"
export type { VideoRequest } from "./core/video.ts"
