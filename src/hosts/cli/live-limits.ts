import type { LimitSettings } from "../../config/limits.ts"
import type { AnswerLimits } from "../../exchange/policies.ts"
import { limits, type Limits } from "../../upstream/limits.ts"

/** Limits that are read wherever they hold, so that others can take their place while a gateway runs. */
export interface LiveLimits {
  readonly upstream: Limits
  readonly answers: AnswerLimits
  /** Of media that clients name by URLs. */
  readonly media: { readonly bytes: number }
  readonly become: (next: LimitSettings) => void
}

/** Limits of upstreams, answers and media, beginning with these. */
export const liveLimits = (first: LimitSettings): LiveLimits => {
  const upstream = upstreamOf(first)
  const answers = { ...first.answers }
  const media = { bytes: first.media.each }
  const become = (next: LimitSettings): void => {
    Object.assign(upstream, upstreamOf(next))
    Object.assign(answers, next.answers)
    media.bytes = next.media.each
  }
  return { upstream, answers, media, become }
}

const upstreamOf = ({ upstream: { sockets, queue, wait }, key: { share }, answers }: LimitSettings): Limits => ({
  ...limits,
  sockets,
  queue,
  queueClock: wait * 1000,
  share,
  reply: answers.whole
})
