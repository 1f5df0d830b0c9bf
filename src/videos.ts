/**
 * The parameters of video models alone: synchronous functions over JSON, for any runtime. Nothing here reads a clock, a
 * random source or the network.
 */
export { normaliseVideo, type NormalisedVideo, type VideoRules } from "./families/videos/normalise.ts"
export { seedance as Seedance } from "./families/videos/seedance.ts"
export { sora as Sora } from "./families/videos/sora.ts"
export { veo as Veo } from "./families/videos/google.ts"
export type { ImageSource } from "./words/image/image.ts"
export { Invalid, type Issue } from "./words/errors/invalid.ts"
export { type Note, type NoteKind, Refused, type Severity } from "./words/notes/note.ts"
export type { Result } from "./words/errors/result.ts"
export type { VideoRequest } from "./words/video/video.ts"
