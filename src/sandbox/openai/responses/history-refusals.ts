import { verifyRedacted } from "../../digest.ts"
import { given, isArray, type Json, type JsonObject, listAt, member, textAt } from "../../json.ts"
import { firstOf, when } from "../../refusal.ts"
import { quoted, refusal } from "../refusing.ts"
import { type Context, isModels, type ResponseRefusal, typeOf } from "./context.ts"
import { thoughtIn } from "./output.ts"
import { givenParts, idPrefixes, outputOf, spokenParts } from "./wire.ts"

const eachItem = ({ input }: Context, check: (item: JsonObject, at: string) => ReturnType<typeof when>) =>
  firstOf(input, (item, index) => check(item, `input[${index}]`))

const isEmptyInput = (input: Json | undefined): boolean => input === "" || (isArray(input) && input.length === 0)

/** The ids of the calls in a history, and of the answers to them. */
const callIds = ({ items }: Context): { readonly calls: readonly string[]; readonly answers: readonly string[] } => {
  const idsOf = (types: Iterable<string>): readonly string[] => {
    const wanted = new Set(types)
    return items.filter((item) => wanted.has(typeOf(item))).map((item) => textAt(item, "call_id") ?? "")
  }
  return { calls: idsOf(outputOf.keys()), answers: idsOf(outputOf.values()) }
}

const partTypes = (item: JsonObject): ReadonlySet<string> => (isModels(item) ? spokenParts : givenParts)

/** What is refused of the items of a history. */
export const historyRefusals: readonly ResponseRefusal[] = [
  /** @see https://github.com/openai/codex/issues/33176 (2026-07) */
  refusal("id-prefix", "an item has an id that begins as another type's do", "invalid_id_prefix", (context) =>
    eachItem(context, (item, at) => {
      const id = textAt(item, "id")
      const prefix = isModels(item) ? idPrefixes.get(typeOf(item)) : undefined
      return when(
        id !== undefined && prefix !== undefined && !id.startsWith(prefix),
        `Invalid '${at}.id': '${id ?? ""}'. Expected an ID that begins with '${prefix ?? ""}'.`,
        `${at}.id`
      )
    })
  ),
  /** @see https://github.com/orchidfiles/ungate/issues/26 (2026-07) */
  refusal("long-call-id", "a call_id has more than 64 characters", "string_above_max_length", (context) =>
    eachItem(context, (item, at) => {
      const { length } = textAt(item, "call_id") ?? ""
      return when(
        length > 64,
        `Invalid '${at}.call_id': string too long. Expected a string with maximum length 64, but got a string with length ${length} instead.`,
        `${at}.call_id`
      )
    })
  ),
  /** @see https://github.com/BerriAI/litellm/issues/13420 a status on a thought (2025-08) */
  refusal("thought-status", "a reasoning item has a status", "unknown_parameter", (context) =>
    eachItem(context, (item, at) =>
      when(
        typeOf(item) === "reasoning" && given(item, "status") !== undefined,
        `Unknown parameter: '${at}.status'.`,
        `${at}.status`
      )
    )
  ),
  refusal("unknown-part", "a content part is not one of those that who speaks has", "invalid_value", (context) =>
    eachItem(context, (item, at) =>
      typeOf(item) !== "message"
        ? undefined
        : firstOf(listAt(item, "content"), (part, index) =>
            when(
              !partTypes(item).has(textAt(part, "type") ?? ""),
              `Invalid value: '${textAt(part, "type") ?? ""}'. Supported values are: ${quoted(partTypes(item))}.`,
              `${at}.content[${index}]`
            )
          )
    )
  ),
  /** @see https://github.com/openai/codex/issues/8145 (2025-12) */
  refusal("foreign-thought", "encrypted_content is not the vendor's", "invalid_encrypted_content", ({ items }) =>
    firstOf(items, (item) => {
      const bytes = textAt(item, "encrypted_content")
      return when(
        bytes !== undefined && !verifyRedacted(bytes),
        `The encrypted content ${(bytes ?? "").slice(0, 4)}...${(bytes ?? "").slice(-4)} could not be verified.`
      )
    })
  ),
  /** @see https://github.com/continuedev/continue/issues/8933 (2025-11) */
  refusal("lonely-thought", "a reasoning item has none after it that the model said", null, ({ items }) =>
    firstOf(items, (item, index) => {
      const next = items[index + 1]
      return when(
        typeOf(item) === "reasoning" && (next === undefined || !isModels(next)),
        `Item '${textAt(item, "id") ?? ""}' of type 'reasoning' was provided without its required following item.`,
        "input"
      )
    })
  ),
  /** @see https://github.com/continuedev/continue/issues/11466 (2026-03) */
  refusal("lost-thought", "an item that was thought about comes without its reasoning", null, ({ items }) => {
    const thoughts = new Set(
      items.filter((item) => typeOf(item) === "reasoning").map((item) => thoughtIn(textAt(item, "id") ?? ""))
    )
    return firstOf(items, (item) => {
      const id = textAt(item, "id") ?? ""
      const thought = thoughtIn(id)
      return when(
        typeOf(item) !== "reasoning" && thought !== undefined && !thoughts.has(thought),
        `Item '${id}' of type '${typeOf(item)}' was provided without its required 'reasoning' item: 'rs_${thought ?? ""}0'.`,
        "input"
      )
    })
  }),
  /** @see https://github.com/router-for-me/CLIProxyAPI/issues/2368 (2026-03) */
  refusal("unanswered-call", "a call has no output", null, (context) => {
    const { calls, answers } = callIds(context)
    return firstOf(calls, (id) => when(!answers.includes(id), `No tool output found for function call ${id}.`, "input"))
  }),
  /** @see https://github.com/microsoft/vscode/issues/320060 (2026-06) */
  refusal("orphan-output", "an output answers no call", null, (context) => {
    const { calls, answers } = callIds(context)
    return firstOf(answers, (id) =>
      when(!calls.includes(id), `No tool call found for function call output with call_id ${id}.`, "input")
    )
  }),
  /** @see https://github.com/kangminlee-maker/local-OAuth-CLI-API-adapter an empty list and an empty text (2026-08) */
  refusal(
    "empty-input",
    "the input is empty, and goes on from nothing",
    "missing_required_parameter",
    ({ body, previous }) =>
      when(
        isEmptyInput(member(body, "input")) && previous === undefined,
        `One of "input" or "previous_response_id" or 'prompt' or 'conversation' must be provided.`
      )
  )
]
