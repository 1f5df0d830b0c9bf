import type { JsonText, Tree } from "../../../words/json/json.ts"
import { write } from "../../../words/json/json.ts"
import { logprobsOut } from "../logprobs.ts"
import type { Out } from "../../../words/out.ts"
import { usageOut } from "../usage.ts"
import type { Writer, Writing } from "./writing.ts"

/** Writes a frame of one part: no frame is without one, and none tells usage alone. */
export const pushPart = (to: Writing, writer: Writer, part: Out | JsonText): void => pushText(to, writer, write(part))

/** Writes a frame of one part that is printed already. */
export const pushText = (to: Writing, writer: Writer, part: string): void => {
  const logprobs = writer.logprobs.length === 0 ? "" : `,"logprobsResult":${write(logprobsOut(writer.logprobs))}`
  to.held.release(writer.heldLogprobs)
  writer.logprobs = []
  writer.heldLogprobs = 0
  const content = `{"parts":[${part}],"role":"model"}`
  const candidate = `{"content":${content},"index":${writer.index},"safetyRatings":[]${logprobs}}`
  to.frames.push({ data: `{"candidates":[${candidate}]${usageIn(to)}${to.tail}}` })
}

const usageIn = (to: Writing): string => {
  if (to.isUsageTold || to.usage === undefined) return ""
  to.isUsageTold = true
  return `,"usageMetadata":${write(usageOut(to.usage))}`
}

/** Members of an object as they follow others. */
export const tailOf = (members: Out): string => {
  const text = write(members)
  return text === "{}" ? "" : `,${text.slice(1, -1)}`
}

/** Writes the last frame: how each candidate ended, and the last usage. */
export const pushEnd = (to: Writing, candidates: readonly Out[], more: Out): void => {
  const out: { [key: string]: Tree } = {
    candidates: candidates.length === 0 ? undefined : candidates,
    usageMetadata: to.usage === undefined ? undefined : usageOut(to.usage),
    ...more
  }
  const text = write(out)
  to.frames.push({ data: text === "{}" ? `{${to.tail.slice(1)}}` : `${text.slice(0, -1)}${to.tail}}` })
}
