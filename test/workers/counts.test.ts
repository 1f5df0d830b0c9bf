import { describe, expect, it } from "vitest"
import { defaultReplyPreferences, emptyReplyContext } from "../../src/core/format.ts"
import { replyHandlers } from "../../src/exchange/reply-handlers.ts"
import { type ClientName, clientOf, clients } from "../cost/machines.ts"
import { members } from "../cost/list.ts"

const plan = {
  format: "chat-completions",
  preferences: defaultReplyPreferences,
  context: emptyReplyContext,
  hidesUsage: false
}

const counts = {
  prompt_tokens: 5,
  completion_tokens: 7,
  total_tokens: 12,
  prompt_tokens_details: { cached_tokens: 2, ...members(1000, (at) => at) },
  unheard_of: "x".repeat(1000)
}

const answer = JSON.stringify({
  id: "c",
  model: "m",
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Hi." } }],
  usage: counts
})

const usageOf = (client: ClientName, way: "reply" | "unfold"): unknown => {
  const reply = replyHandlers(clientOf(client), { format: clients.chatCompletions[0] }, plan)[way](Buffer.from(answer))
  return reply.ok ? reply.value.usage : undefined
}

describe.each(["chatCompletions", "messages"] as const)("a whole answer to a client of %s", (client) => {
  it.each(["reply", "unfold"] as const)("crosses with its counts, and with nothing else of its usage: %s", (way) => {
    const usage = usageOf(client, way)
    expect(usage).toMatchObject({ input: 3, cacheRead: 2, text: 7 })
    expect(usage).not.toHaveProperty("native")
  })
})
