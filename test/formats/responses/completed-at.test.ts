import { describe, expect, it } from "vitest"
import { responses } from "../../../src/formats.ts"
import type { ChatResponse, FinishReason } from "../../../src/core/chat/chat.ts"
import { unfoldResponse } from "../../../src/core/events/fold.ts"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { isObject, type Json } from "../../../src/core/json/json.ts"

const answer = (kind: FinishReason["kind"]): ChatResponse => ({
  candidates: [{ index: 0, parts: [{ type: "text", text: "Hi" }], finish: { kind } }]
})

const defaults = { id: "resp_1", created: 1_790_000_000, model: "m", now: () => 1_790_000_007 }

const completedAt = (answer: Json | undefined): Json | undefined =>
  isObject(answer) ? answer["completed_at"] : undefined

/** @see https://github.com/openai/openai-node `Response.completed_at` of openai 7.57: only where the status is `completed` */
describe("when an answer was completed", () => {
  it("is told of one that was", () => {
    const { value } = responses.encodeResponse(answer("stop"), defaultReplyPreferences, defaults).value
    expect(completedAt(value)).toBe(1_790_000_007)
  })

  it.each(["length", "blocked"] as const)("is null of one that ended before: %s", (kind) => {
    const { value } = responses.encodeResponse(answer(kind), defaultReplyPreferences, defaults).value
    expect(completedAt(value)).toBeNull()
  })

  it("is null where nobody knows", () => {
    const { now: _, ...timeless } = defaults
    const { value } = responses.encodeResponse(answer("stop"), defaultReplyPreferences, timeless).value
    expect(completedAt(value)).toBeNull()
  })

  it("is told in the last event of a stream, and asked for no sooner", () => {
    let now = 1_790_000_001
    const stream = responses.encodeStream(defaultReplyPreferences, { ...defaults, now: () => now })
    const frames = unfoldResponse(answer("stop")).flatMap((event) => {
      if (event.type === "end") now = 1_790_000_007
      return stream.push(event)
    })
    const told = [...frames, ...stream.end("clean")]
      .map(({ data }) => JSON.parse(data))
      .filter(({ response }) => response !== undefined)
    expect(told.map(({ type, response }) => [type, completedAt(response)])).toEqual([
      ["response.created", null],
      ["response.in_progress", null],
      ["response.completed", 1_790_000_007]
    ])
  })
})
