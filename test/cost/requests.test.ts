import * as Formats from "../../src/formats.ts"
import { describe, expect, it } from "vitest"
import { type Format, translateRequest } from "../../src/translate.ts"
import { tooDear, type Work } from "./measure.ts"
import { type Bodies, chatCompletions } from "./requests-chat-completions.ts"
import { generateContent } from "./requests-generate-content.ts"
import { messages } from "./requests-messages.ts"

/** The formats, a model of each, and the bodies whose cost is looked at. */
const formats: readonly { readonly format: Format; readonly model: string; readonly bodies: Bodies }[] = [
  { format: Formats.chatCompletions, model: "gpt-4o", bodies: chatCompletions },
  { format: Formats.messages, model: "claude-opus-4-6", bodies: messages },
  { format: Formats.generateContent, model: "gemini-2.5-pro", bodies: generateContent }
]

const cases = formats.flatMap(({ format: from, model, bodies }) =>
  Object.entries(bodies).flatMap(([grows, body]) =>
    formats.map(({ format: to, model: target }) => ({
      from,
      to,
      target,
      model,
      grows,
      body,
      name: `${from.id} to ${to.id}`
    }))
  )
)

describe("a request costs no more than its size", () => {
  it.each(cases)(
    "$name: $grows",
    async ({ from, to, target, model, body }) => {
      const work: Work = (size) => {
        const text = JSON.stringify({ model, ...body(Math.ceil(size)) })
        return () => translateRequest({ from, to, target: { model: target } }, text)
      }
      expect(await tooDear(work, 3000)).toBeUndefined()
    },
    60_000
  )

  it("is looked at for every pair of formats", () => {
    expect(cases.length).toBeGreaterThanOrEqual(300)
  })
})
