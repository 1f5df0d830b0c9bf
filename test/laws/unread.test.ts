import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Body, type Called, type FamiliesRig, startFamilies } from "../families/fixture-rig.ts"
import type { Choices } from "./choices.ts"
import { samples } from "./law.ts"
import { runs } from "./runs.ts"
import { type Subject, subjects } from "./subjects.ts"

let rig: FamiliesRig
beforeAll(() => void (rig = startFamilies()))
afterAll(() => rig.close())

/** Models that the families of a format know, and some that they do not. */
const models: Readonly<Record<string, readonly [string, ...string[]]>> = {
  "chat-completions": ["gpt-4o", "gpt-5.2", "gpt-tomorrow", "llama-3", "openai/gpt-4o", "deepseek-chat", "qwen-plus"],
  messages: ["claude-haiku-4-5", "claude-opus-4-6", "claude-tomorrow"]
}

/** A request that its format's family gets as it is, but for its edits. */
const requestIn =
  ({ format, request }: Subject) =>
  (c: Choices): { readonly path: string; readonly asks: Body; readonly says: string } => {
    const model = c.pick(models[format.id] ?? [""])
    const body: Body = JSON.parse(request(c))
    const path = format.id === "messages" ? "/v1/messages" : "/v1/chat/completions"
    return { says: "", path, asks: { ...body, model } }
  }

const outcomeOf = ({ status, notes, received }: Called): unknown => ({
  status,
  notes,
  received: received.map(({ url, headers, body }) => ({ url, headers: [...headers], body }))
})

const leaving = subjects.flatMap((subject) =>
  subject.format.id in models ? [[subject.format.id, subject] as const] : []
)

describe.each(leaving)("%s", (_, subject) => {
  it("passes with its lists unread as it passes with its lists read", async () => {
    let passed = 0
    for (const request of samples(requestIn(subject), 3 * runs, 1)) {
      const read = await rig.call(request)
      if (read.received.length === 0) continue
      passed++
      expect(outcomeOf(await rig.callAsLong(request)), JSON.stringify(request)).toEqual(outcomeOf(read))
    }
    expect(passed).toBeGreaterThan(runs)
  }, 600_000)
})
