import { type JsonText, type JsonTemplate, spliceJson, stringifyJson } from "../../../core/json/json.ts"
import { logprobsOut } from "../logprobs.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import { unreadWeight } from "../../../core/framing/held.ts"
import { usageOut } from "../usage.ts"
import type { TokenUsage } from "../../../core/tokens/usage.ts"
import type { Writer, Writing } from "./writing.ts"

/**
 * Writes a frame of one part, once something follows it: where nothing does, the end of the answer goes with it, for
 * clients keep each frame as a turn of its own, and an empty one between calls and results is refused.
 */
export const pushPart = (to: Writing, writer: Writer, part: JsonObjectBuilder | JsonText): void => {
  pushLast(to)
  const text = stringifyJson(part)
  to.held.add(unreadWeight(text))
  to.last = { writer, text }
}

/** Writes the part that waits for what follows it. */
export const pushLast = (to: Writing): void => {
  const last = takeLast(to)
  if (last !== undefined) pushFrame(to, last.writer, last.text)
}

/** The part that waits, which waits no more. */
export const takeLast = (to: Writing): Writing["last"] => {
  const { last } = to
  to.last = undefined
  if (last !== undefined) to.held.release(unreadWeight(last.text))
  return last
}

/** Writes a frame of one part that is printed already: no frame is without one, and each tells the usage up to there. */
export const pushText = (to: Writing, writer: Writer, part: string): void => {
  pushLast(to)
  pushFrame(to, writer, part)
}

const pushFrame = (to: Writing, writer: Writer, part: string): void => {
  const logprobs =
    writer.logprobs.length === 0 ? "" : `,"logprobsResult":${stringifyJson(logprobsOut(writer.logprobs))}`
  to.held.release(writer.heldLogprobs)
  writer.logprobs = []
  writer.heldLogprobs = 0
  const content = `{"parts":[${part}],"role":"model"}`
  const candidate = `{"content":${content},"index":${writer.index},"safetyRatings":[]${logprobs}}`
  to.frames.push({ data: `{"candidates":[${candidate}]${to.usageText}${to.tail}}` })
}

/** Usage as it stands in a frame. Each frame says it again: clients add up what is new in each. */
export const usageIn = (usage: TokenUsage): string => `,"usageMetadata":${stringifyJson(usageOut(usage))}`

/** Members of an object as they follow others. */
export const tailOf = (members: JsonObjectBuilder): string => {
  const text = stringifyJson(members)
  return text === "{}" ? "" : `,${text.slice(1, -1)}`
}

/** Writes the last frame: how each candidate ended, and the last usage. */
export const pushEnd = (to: Writing, candidates: readonly JsonObjectBuilder[], more: JsonObjectBuilder): void => {
  const out: { [key: string]: JsonTemplate } = {
    candidates: candidates.length === 0 ? undefined : candidates,
    usageMetadata: to.usage === undefined ? undefined : usageOut(to.usage),
    ...more
  }
  const text = spliceJson(out)
  to.frames.push({ data: text === "{}" ? `{${to.tail.slice(1)}}` : `${text.slice(0, -1)}${to.tail}}` })
}
