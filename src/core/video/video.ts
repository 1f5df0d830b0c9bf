import type { EncodedImageRequest, ImageBytes, ImageCall, ImageSource } from "../image/image.ts"
import type { Invalid } from "../errors/invalid.ts"
import type { JsonText } from "../json/json.ts"
import type { Refused, Translated } from "../notes/note.ts"
import type { JsonPointer } from "../json/pointer.ts"
import type { Result } from "../errors/result.ts"

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
export interface EncodedVideoRequest {
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
