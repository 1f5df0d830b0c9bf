import * as Context from "effect/Context"
import type { Upstream, UpstreamRequest } from "../upstream/upstream.ts"
import type { EmbeddingCall, EmbeddingFormat } from "../core/embedding.ts"
import type { GatewayError } from "../core/errors/error.ts"
import type { Model, Models } from "./models.ts"

/** What must be known of an embedding model before it is asked. */
export interface EmbeddingTarget {
  /** The id that its upstream knows. */
  readonly model: string
  /** The most items of one call; more are several calls. */
  readonly perCall: number
  /** What it takes of a wish for fewer dimensions; absent: nobody knows. */
  readonly dimensions?: Dimensions
}

/** How many numbers a model's vectors have, and whether they can have fewer. */
export interface Dimensions {
  readonly most: number
  readonly shortens: boolean
  /** The vendor's models whose vectors can have fewer. */
  readonly shortening: readonly string[]
}

/** One embedding model that a gateway can call. */
export interface EmbeddingModel extends Model {
  readonly format: EmbeddingFormat
  readonly target: EmbeddingTarget
  /** The error that its upstream answered with. */
  readonly decodeError: (status: number, headers: Readonly<Record<string, string>>, body: string) => GatewayError
  /** The HTTP request for a call: URL and headers with the key. */
  readonly request: (call: Omit<EmbeddingCall, "body">) => Omit<UpstreamRequest, "body">
  /** The way to its vendor. */
  readonly upstream: Upstream["Service"]
}

/** The embedding models of a gateway. */
export class EmbeddingModels extends Context.Service<EmbeddingModels, Models<EmbeddingModel>>()(
  "isogloss/EmbeddingModels"
) {}
