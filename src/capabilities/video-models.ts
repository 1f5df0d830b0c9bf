import * as Context from "effect/Context"
import type { Place } from "../tasks/task.ts"
import type { Upstream, UpstreamRequest } from "../upstream/upstream.ts"
import type { GatewayError } from "../core/errors/error.ts"
import type { Invalid, Result } from "../core/errors/invalid.ts"
import type { JsonText } from "../core/json/json.ts"
import type { Refused, Translated } from "../core/notes/note.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import type { VideoCall, VideoFormat, VideoRequest, VideoSource } from "../core/video/video.ts"
import type { Model, Models } from "./models.ts"

/** A task as its upstream knows it. */
export type PlacedTask = Required<Place>

/** One video model that a gateway can call. Its answers come later: what is submitted is a task. */
export interface VideoModel extends Model {
  readonly format: VideoFormat
  /** Whether its clients download its videos inside JSON, as those of its vendor do. */
  readonly downloads: boolean
  /** Where its tasks are sent, and asked about. */
  readonly place: Omit<Place, "id">
  /** The family's rules: a body of the submit, its model resolved, as a request that the model takes. */
  readonly normalise: (body: JsonText) => Result<Translated<VideoRequest>, Invalid | Refused>
  /** Where such a body says each parameter that the family has, by the parameter's own name. */
  readonly places: ReadonlyMap<string, JsonPointer>
  /** Reads an error of its vendor's. */
  readonly decodeError: (status: number, headers: Readonly<Record<string, string>>, body: string) => GatewayError
  /** The HTTP request for a submit: URL and headers with the key. */
  readonly request: (call: Omit<VideoCall, "body">) => Omit<UpstreamRequest, "body">
  /** What asks how far a task is; undefined where the key that it was sent with is not had any more. */
  readonly query: (task: PlacedTask) => UpstreamRequest | undefined
  /** What fetches a video that its vendor itself keeps; undefined where the video lies elsewhere, or the key is gone. */
  readonly content: (task: PlacedTask, source: VideoSource) => UpstreamRequest | undefined
  /** The way to its vendor. */
  readonly upstream: Upstream["Service"]
}

/** The video models of a gateway. */
export class VideoModels extends Context.Service<
  VideoModels,
  Models<VideoModel> & {
    /** The model that a task was sent to, whatever routes say now; undefined where no family has its upstream any more. */
    readonly at: (place: Pick<Place, "name" | "model">) => VideoModel | undefined
  }
>()("isogloss/VideoModels") {}
