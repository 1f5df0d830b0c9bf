import type { Json, JsonObject } from "../../core/json/json.ts"

/** What of another gateway's detail says whether the next fragment goes on with it. */
export interface ThoughtDetail {
  readonly type?: Json | undefined
  readonly index?: Json | undefined
  readonly signature?: Json | undefined
}

/** Whether a detail has nothing but bytes, all of them: none goes on with another. */
export const isSealedDetail = ({ type }: ThoughtDetail): boolean => type === "reasoning.encrypted"

/**
 * Whether a detail goes on with the one before it: streams tell one thought in fragments of one index, the signature of
 * all of it last. `streamed`: fragments without an index go on, too.
 *
 * @see https://github.com/agno-agi/agno/issues/8794 what OpenRouter streams of Claude's thoughts (2026-07)
 * @see https://openrouter.ai/docs/guides/best-practices/reasoning-tokens that they go back as they came (read 2026-11)
 */
export const goesOnWith = (before: ThoughtDetail, now: ThoughtDetail, streamed: boolean): boolean => {
  if (before.type !== now.type || isSealedDetail(now) || (before.signature ?? "") !== "") return false
  const indices = [before.index, now.index].filter((index) => typeof index === "number")
  return indices.length < 2 ? streamed : indices[0] === indices[1]
}

/** The details of a message, where each is whole: a client may have gathered the fragments of its stream. */
export const joinedDetails = (details: readonly JsonObject[]): readonly JsonObject[] => {
  const out: JsonObject[] = []
  for (const detail of details) {
    const before = out.at(-1)
    if (before === undefined || !goesOnWith(before, detail, false)) out.push(detail)
    else out[out.length - 1] = { ...before, ...detail, ...joinedTexts(before, detail) }
  }
  return out
}

const joinedTexts = (before: JsonObject, now: JsonObject): JsonObject =>
  Object.fromEntries(
    ["text", "summary"].flatMap((key) => {
      const texts = [stringOf(before[key]), stringOf(now[key])].filter((text) => text !== undefined)
      return texts.length === 0 ? [] : [[key, texts.join("")]]
    })
  )

/** A value that is a text. */
export const stringOf = (value: Json | undefined): string | undefined => (typeof value === "string" ? value : undefined)
