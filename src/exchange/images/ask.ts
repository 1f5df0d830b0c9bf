import type { ImageModel } from "../../capabilities/models.ts"
import type { ImageBytes, ImageCall, ImageRequest, ImageResponse } from "../../core/image/image.ts"
import type { JsonTemplate } from "../../core/json/json.ts"
import type { Failed, Steps } from "../offload.ts"
import type { Given, Wanted, Written } from "../written.ts"

/** What the address of a call depends on. */
export type Call = Omit<ImageCall, "body">

/** What is asked of an image model. */
export interface ImageAsk extends Wanted {
  /** Whether there must be an image to change. */
  readonly edits: boolean
}

/** An endpoint for images: how it reads a request and writes its calls, and how its client wants the answer. */
export interface Imaging<G extends Given, Asked extends ImageAsk> {
  readonly endpoint: string
  /** The format of its clients. */
  readonly format: string
  readonly read: (given: G) => Steps<Asked>
  readonly write: (asked: Asked, model: ImageModel, media: ImageBytes) => Steps<Written<Call, ImageState>>
  readonly answer: (response: ImageResponse & { readonly created: number }, about: Omit<G, "body">) => JsonTemplate
  /** Headers of the answer. */
  readonly headers: (about: Omit<G, "body">) => Readonly<Record<string, string>>
}

/** What of a call its answer is joined by. */
export type Wanting = Pick<ImageRequest, "count" | "sequence">

/** What the answers to a request are told by. */
export interface ImageState {
  readonly calls: readonly Wanting[]
  /** Whether links in answers are to become bytes. */
  readonly downloads: boolean
}

/** The same once the calls were made. */
export interface CameState extends ImageState {
  /** Why calls failed, by their place. */
  readonly failures: ReadonlyMap<number, Failed>
  /** Epoch seconds, for answers that say no time. */
  readonly now: number
  /** The images that links led to; absent: nobody looked. */
  readonly linked?: ReadonlyMap<string, Linked>
}

/** An image that was downloaded. */
export interface Linked {
  readonly mime: string
  readonly bytes: Uint8Array
}

/** Links that must be followed before an answer can be told, and what it is told of then. */
export interface Lacking {
  readonly links: readonly string[]
  readonly replies: readonly Uint8Array[]
}
