import { describe, expect, it } from "vitest"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { generateContent } from "../../src/endpoints/generate-content.ts"
import { messages } from "../../src/endpoints/messages.ts"
import { blocks, completions, contents } from "./answers-chat.ts"
import { chatAnswer } from "./endpoints.ts"
import { tooDear } from "./measure.ts"

/** A model of each format, and its answers. */
const models = [
  ["gpt-4o", completions],
  ["claude-opus-4-6", blocks],
  ["gemini-2.5-pro", contents]
] as const

/** The endpoints of each format. */
const endpoints = { chatCompletions, messages, generateContent } as const

const cases = models.flatMap(([model, answers]) =>
  Object.entries(answers).flatMap(([grows, answer]) =>
    Object.entries(endpoints).map(([client, endpoint]) => ({ model, client, grows, answer, endpoint }))
  )
)

describe("a whole answer costs no more than its size", () => {
  it.each(cases)(
    "$model to $client: $grows",
    async ({ model, endpoint, answer }) => {
      expect(await tooDear(chatAnswer(endpoint, model, answer), 2500)).toBeUndefined()
    },
    60_000
  )

  it("is looked at from every format to every format", () => {
    expect(cases.length).toBeGreaterThanOrEqual(130)
  })
})
