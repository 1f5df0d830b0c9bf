import type { LimitSettings } from "../../config/limits.ts"
import type { AnswerLimits } from "../../exchange/policies.ts"
import { limits, type Limits } from "../../upstream/limits.ts"

/** Limits that are read wherever they hold, so that others can take their place while a gateway runs. */
export interface LiveLimits {
  readonly upstream: Limits
  readonly answers: AnswerLimits
  readonly become: (next: LimitSettings) => void
}

/** Limits of upstreams and answers, beginning with these. */
export const liveLimits = (first: LimitSettings): LiveLimits => {
  const upstream = upstreamOf(first)
  const answers = { ...first.answers }
  const become = (next: LimitSettings): void => {
    Object.assign(upstream, upstreamOf(next))
    Object.assign(answers, next.answers)
  }
  return { upstream, answers, become }
}

const upstreamOf = ({ upstream: { sockets, queue, wait }, key: { share }, answers }: LimitSettings): Limits => ({
  ...limits,
  sockets,
  queue,
  queueClock: wait * 1000,
  share,
  reply: answers.whole
})
