import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { generateContent } from "../../src/endpoints/generate-content.ts"
import { messages } from "../../src/endpoints/messages.ts"
import { blocks, completions, contents } from "./answers-chat.ts"
import { chatAnswer } from "./endpoints.ts"
import type { SizedWork, Works } from "./measure.ts"

/** A model of each format, and its answers. */
const models = [
  ["gpt-4o", completions],
  ["claude-opus-4-6", blocks],
  ["gemini-2.5-pro", contents]
] as const

/** The endpoints of each format. */
const endpoints = { chatCompletions, messages, generateContent } as const

/** Whole answers of each format, told in each. */
export const works: Works = Object.fromEntries(
  models.flatMap(([model, answers]) =>
    Object.entries(answers).flatMap(([grows, answer]) =>
      Object.entries(endpoints).map(([client, endpoint]): [string, SizedWork] => [
        `${model} to ${client}: ${grows}`,
        [320, chatAnswer(endpoint, model, answer)]
      ])
    )
  )
)
