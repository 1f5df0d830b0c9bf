import * as Context from "effect/Context"
import type { Upstream, UpstreamRequest } from "../upstream/upstream.ts"
import type { ImageCall, ImageFormat, ImageRequest } from "../core/image/image.ts"
import type { Invalid, Result } from "../core/errors/invalid.ts"
import type { JsonText } from "../core/json/json.ts"
import type { Refused, Translated } from "../core/notes/note.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import type { Model, Models } from "./models.ts"

/** One image model that a gateway can call. */
export interface ImageModel extends Model {
  readonly format: ImageFormat
  /** `perCall`: the most images that one call is asked for; more are several calls. `links`: its images are links. */
  readonly target: { readonly model: string; readonly perCall: number; readonly links?: boolean }
  /** The family's rules: a body of the endpoint, its model resolved, as a request that the model takes. */
  readonly normalise: (body: JsonText) => Result<Translated<ImageRequest>, Invalid | Refused>
  /** Where such a body says each parameter that the family has, by the parameter's own name. */
  readonly places: ReadonlyMap<string, JsonPointer>
  /** The HTTP request for a call: URL and headers with the key. */
  readonly request: (call: Omit<ImageCall, "body">) => Omit<UpstreamRequest, "body">
  /** The way to its vendor. */
  readonly upstream: Upstream["Service"]
}

/** The image models of a gateway. */
export class ImageModels extends Context.Service<ImageModels, Models<ImageModel>>()("isogloss/ImageModels") {}
