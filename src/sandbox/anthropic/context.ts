import { bearerOf } from "../api.ts"
import type { Asking } from "../asking.ts"
import { numberAt, type ReadBody, readBody, textAt } from "../json.ts"
import { modelIn } from "../model.ts"
import { numbersWithin, type Range, type Refusal } from "../refusal.ts"
import { claudeModels } from "./catalogue.ts"
import type { ClaudeModel, ClaudeRules } from "./catalogue.ts"
import { turnsOf } from "./turns.ts"
import type { Turn } from "./turns.ts"

/** A message request as the checks see it. */
export interface Context extends Asking, ReadBody {
  readonly version: string | undefined
  readonly counting: boolean
  readonly turns: readonly Turn[]
  readonly model: ClaudeModel | undefined
  readonly rules: ClaudeRules | undefined
}

/** A refusal of the messages API. */
export type MessagesRefusal = Refusal<Context>

/** The key of a request, from either header. */
export const keyOf = (headers: Headers): string | undefined => headers.get("x-api-key") ?? bearerOf(headers)

/** What the checks see of a request. */
export const contextOf = (
  headers: Headers,
  text: string,
  wantedKey: string | undefined,
  counting: boolean
): Context => {
  const read = readBody(text)
  const { body } = read
  const model = modelIn(claudeModels, textAt(body, "model") ?? "")
  return {
    key: keyOf(headers),
    wantedKey,
    version: headers.get("anthropic-version") ?? undefined,
    counting,
    ...read,
    turns: turnsOf(body),
    model,
    rules: model?.rules
  }
}

/** A row for the number of a member: what is said behind its name where it is outside its range. */
export const range = (
  name: string,
  what: string,
  member: string,
  bounds: Range<Context>,
  says: (least: number, most: number) => string,
  read: (context: Context) => number | undefined = ({ body }) => numberAt(body, member)
): MessagesRefusal =>
  invalid(
    name,
    what,
    numbersWithin([member], bounds, read, (_member, _value, least, most) => ({
      message: `${member}: ${says(least, most)}`
    }))
  )

/** A refusal with status 400 and the vendor's usual type. */
export const invalid = (name: string, when: string, find: MessagesRefusal["find"]): MessagesRefusal => ({
  name,
  when,
  status: 400,
  type: "invalid_request_error",
  code: null,
  find
})
