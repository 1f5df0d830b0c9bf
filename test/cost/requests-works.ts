import * as Formats from "../../src/formats.ts"
import { type Format, translateRequest } from "../../src/translate.ts"
import type { SizedWork, Works } from "./measure.ts"
import { type Bodies, chatCompletions } from "./requests-chat-completions.ts"
import { generateContent } from "./requests-generate-content.ts"
import { messages } from "./requests-messages.ts"

/** The formats, a model of each, and the bodies whose cost is looked at. */
const formats: readonly { readonly format: Format; readonly model: string; readonly bodies: Bodies }[] = [
  { format: Formats.chatCompletions, model: "gpt-4o", bodies: chatCompletions },
  { format: Formats.messages, model: "claude-opus-4-6", bodies: messages },
  { format: Formats.generateContent, model: "gemini-2.5-pro", bodies: generateContent }
]

/** Requests of each format, translated to each. */
export const works: Works = Object.fromEntries(
  formats.flatMap(({ format: from, model, bodies }) =>
    Object.entries(bodies).flatMap(([grows, body]) =>
      formats.map(({ format: to, model: target }): [string, SizedWork] => [
        `${from.id} to ${to.id}: ${grows}`,
        [
          400,
          (size) => {
            const text = JSON.stringify({ model, ...body(Math.ceil(size)) })
            return () => translateRequest({ from, to, target: { model: target } }, text)
          }
        ]
      ])
    )
  )
)
