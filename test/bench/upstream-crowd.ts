import { crowdUpstream } from "../faults/gateway/crowd-upstream.ts"
import { answer } from "./child.ts"

const upstream = crowdUpstream()

const table = {
  /** Where it listens. */
  url: async () => (await upstream).url,
  /** How many streams are open. */
  open: async () => (await upstream).streams.size
}

/** What the upstream of a crowd can be asked. */
export type CrowdAnswers = typeof table

answer(table)
