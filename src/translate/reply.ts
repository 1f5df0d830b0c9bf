import type { ReplyPreferences, ChatFormat, ResponseDefaults, ReplyContext, UpstreamFormat } from "../core/format.ts"

/** How an answer is to be translated. */
export interface ReplyOptions {
  /** The format that the upstream answers in. */
  readonly from: UpstreamFormat
  /** The format that the client reads. */
  readonly to: ChatFormat
  /** What the answer must reverse of its request's translation. */
  readonly undo?: ReplyContext
  /** How the client wants its answer. */
  readonly asked?: ReplyPreferences
  /** What is told where the upstream does not say it. `id`: `translated`; `created`: 0 seconds; `model`: none. */
  readonly stamp?: Partial<ResponseDefaults>
}

/** The stamp of an answer's translation, complete. */
export const stampOf = ({ stamp }: ReplyOptions): ResponseDefaults => ({
  id: "translated",
  created: 0,
  model: "",
  ...stamp
})
