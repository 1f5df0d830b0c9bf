import type { EncodedImageRequest, ImageBytes, ImageCall, ImageSource } from "./image.ts"
import { Invalid, type Result, fail, succeed } from "./errors/invalid.ts"
import {
  type Json,
  type JsonText,
  type JsonTemplate,
  putMember,
  isObject,
  type JsonObject,
  type JsonObjectBuilder
} from "./json/json.ts"
import type { Refused, Translated, TranslationNote, NoteRules } from "./notes/note.ts"
import type { JsonPointer } from "./json/pointer.ts"

/**
 * What is asked of a video model, brought to what its family accepts: each value is one that the model takes, and
 * defaults that the upstream might not share are written out.
 */
export interface VideoRequest {
  readonly model: string
  readonly prompt: string
  /** The first frame. */
  readonly image?: ImageSource
  readonly lastFrame?: ImageSource
  /** How long, in seconds. */
  readonly seconds?: number
  /** Width to height, `16:9`. */
  readonly ratio?: string
  /** `720p`, `1080p`. */
  readonly resolution?: string
  /** In pixels, for vendors who take no ratio. */
  readonly size?: { readonly width: number; readonly height: number }
  readonly audio?: boolean
  /** How many videos; absent: one. */
  readonly count?: number
  /** Whether people may be shown. */
  readonly people?: string
  readonly watermark?: boolean
  readonly seed?: number
  /** Where fields stood in the client's body, by field. Not part of its meaning. */
  readonly places?: ReadonlyMap<string, JsonPointer>
}

/** A submit as it is written: JSON, or a form. */
export type VideoCall = Omit<ImageCall, "edits">

/** A submit, and the images that its vendor wants as bytes: with them it is to be encoded again. */
interface EncodedVideoRequest {
  readonly call: VideoCall
  readonly needs: EncodedImageRequest["needs"]
}

/** Where a finished video is: a link of the vendor's, its bytes, or the path that the vendor keeps for the task. */
export type VideoSource =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "bytes"; readonly base64: string }
  | { readonly kind: "content" }

/** What a vendor says of a task. */
export type VideoTask =
  | { readonly state: "queued" | "in-progress"; readonly progress?: number }
  | {
      readonly state: "succeeded"
      readonly videos: readonly [VideoSource, ...VideoSource[]]
      /** Why there are fewer than were asked for. */
      readonly withheld?: { readonly code: string; readonly message: string }
    }
  | { readonly state: "failed"; readonly code: string; readonly message: string }

/** How a vendor's API for videos is written. */
export interface VideoFormat {
  readonly id: string
  readonly encodeRequest: (request: VideoRequest, bytes: ImageBytes) => Result<Translated<EncodedVideoRequest>, Refused>
  /** The vendor's name for the task that was submitted. */
  readonly decodeSubmit: (body: JsonText) => Result<string, Invalid>
  /** Whether what it says of a task may hold the videos themselves. */
  readonly inline?: boolean
  /** What the vendor says of a task. A state that nobody knows is one in progress. */
  readonly decodeTask: (body: JsonText) => Result<VideoTask, Invalid>
}

/** A field of a request that a format may have no place for. */
type VideoField = Exclude<keyof VideoRequest, "model" | "prompt" | "image" | "lastFrame" | "places">

/** The members of a format that say fields of a request, and how. What is not among them has no place. */
export type VideoMembers = {
  readonly [F in VideoField]?: readonly [key: string, write: (request: VideoRequest) => JsonTemplate]
}

const fields: Readonly<Record<VideoField, true>> = {
  seconds: true,
  ratio: true,
  resolution: true,
  size: true,
  audio: true,
  count: true,
  people: true,
  watermark: true,
  seed: true
}

const isField = (key: string): key is VideoField => Object.hasOwn(fields, key)

/** The object that says a request's fields, and a note of a rule at each that has no place. */
export const writtenVideo = <Key extends string>(
  request: VideoRequest,
  members: VideoMembers,
  { note }: NoteRules<Key>,
  unheld: NoInfer<Key>
): { readonly out: JsonObjectBuilder; readonly notes: readonly TranslationNote[] } => {
  const out: JsonObjectBuilder = {}
  const notes: TranslationNote[] = []
  for (const field of Object.keys(request).filter(isField)) {
    const member = members[field]
    if (request[field] === undefined) continue
    if (member === undefined) notes.push(note(unheld, request.places?.get(field) ?? ""))
    else putMember(out, member[0], member[1](request))
  }
  return { out, notes }
}

/** The frames of a request, each with the member that a format has for it. */
export const framesIn = ({ image, lastFrame }: VideoRequest): readonly ImageSource[] =>
  [image, lastFrame].filter((source) => source !== undefined)

/** Reads the name that a vendor gives a task, under a key of its answer. */
export const readName = ({ value }: JsonText, key: string): Result<string, Invalid> => {
  const name = isObject(value) ? value[key] : undefined
  return typeof name === "string" && name !== ""
    ? succeed(name)
    : fail(Invalid.at("", `The answer must have the string \`${key}\`.`))
}

/** Reads a task from an answer that must be an object. */
export const readTask = ({ value }: JsonText, take: (answer: JsonObject) => VideoTask): Result<VideoTask, Invalid> =>
  isObject(value) ? succeed(take(value)) : fail(Invalid.at("", "The answer must be a JSON object."))

/** A task that has failed in a word that several vendors have for it; undefined of any other. */
export const stoppedTask = (status: Json | undefined): VideoTask | undefined => {
  if (status === "cancelled") return failedTask({}, status, "The vendor's task was cancelled.")
  return status === "expired" ? failedTask({}, status, "The vendor's task took too long.") : undefined
}

/** A task that has failed, with the vendor's own code and sentence where it says them. */
export const failedTask = (
  { code, message }: JsonObject,
  usualCode = "upstream_failed",
  usualMessage = "The video could not be made."
): Extract<VideoTask, { readonly state: "failed" }> => ({
  state: "failed",
  code: typeof code === "string" && code !== "" ? code : usualCode,
  message: typeof message === "string" && message !== "" ? message : usualMessage
})
