import { verifyRedacted } from "../../digest.ts"
import {
  given,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  member,
  numberAt,
  objectsAt,
  textAt
} from "../../json.ts"
import { firstOf, numbersWithin, when } from "../../refusal.ts"
import { quoted, refusal, shapeRefusals, stranger } from "../refusing.ts"
import { type Context, isModels, isReasoning, type ResponseRefusal, typeOf } from "./context.ts"
import { thoughtIn } from "./output.ts"
import { declared } from "./read.ts"
import { createFields, givenParts, idPrefixes, outputOf, sampling, spokenParts, toolTypes } from "./wire.ts"

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

/**
 * The shape of a body. Of the model this API says otherwise than chat completions does.
 *
 * @see https://github.com/mattermost/mattermost-plugin-agents/issues/476 no model (2025-12)
 * @see https://github.com/skorokithakis/sysaidmin/issues/9 an unknown model (2025-02)
 */
const shape: readonly ResponseRefusal[] = shapeRefusals(createFields).map((each): ResponseRefusal => {
  if (each.name === "missing-model")
    return refusal("missing-model", each.when, "missing_required_parameter", ({ body }) =>
      when(given(body, "model") === undefined, "Missing required parameter: 'model'.", "model")
    )
  if (each.name === "unknown-model")
    return refusal("unknown-model", each.when, "model_not_found", ({ model, body }) =>
      when(model === undefined, `The requested model '${textAt(body, "model") ?? ""}' does not exist.`, "model")
    )
  return each
})

/** What is said of the whole of a request. */
const settings: readonly ResponseRefusal[] = [
  refusal("missing-input", "there is no input", "missing_required_parameter", ({ body }) =>
    when(given(body, "input") === undefined, "Missing required parameter: 'input'.", "input")
  ),
  /** @see https://github.com/vectorize-io/hindsight/issues/58 (2025-12) */
  refusal(
    "few-tokens",
    "max_output_tokens is below 16",
    "integer_below_min_value",
    numbersWithin(
      ["max_output_tokens"],
      [16, Infinity],
      ({ body }, name) => numberAt(body, name),
      (param, value, least) => ({
        message: `Invalid '${param}': integer below minimum value. Expected a value >= ${least}, but got ${value} instead.`,
        param
      })
    )
  ),
  /** @see https://github.com/danielmiessler/Fabric/issues/1678 (2025-08) */
  refusal("sampling-on-reasoning", "a model that reasons is sampled", null, (context) =>
    firstOf(sampling, (name) =>
      when(
        isReasoning(context) && given(context.body, name) !== undefined && given(context.body, name) !== 1,
        `Unsupported parameter: '${name}' is not supported with this model.`,
        name
      )
    )
  ),
  refusal("effort-missing", "a model that does not reason gets an effort", "unsupported_parameter", ({ body, rules }) =>
    when(
      rules?.efforts.length === 0 && given(body, "reasoning", "effort") !== undefined,
      "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
      "reasoning.effort"
    )
  ),
  /** @see https://github.com/pydantic/pydantic-ai/issues/2865 (2025-09) */
  refusal("seal-missing", "a model that does not reason is asked for sealed thoughts", null, ({ body, rules }) =>
    when(
      rules?.efforts.length === 0 && listAt(body, "include").includes("reasoning.encrypted_content"),
      "Encrypted content is not supported with this model.",
      "include"
    )
  ),
  refusal(
    "unsupported-effort",
    "the model does not take this reasoning effort",
    "unsupported_value",
    ({ body, model, rules }) => {
      const effort = textAt(body, "reasoning", "effort")
      const efforts: readonly string[] = rules?.efforts ?? []
      return when(
        effort !== undefined && efforts.length > 0 && !efforts.includes(effort),
        `Unsupported value: '${effort ?? ""}' is not supported with the '${model?.id ?? ""}' model. Supported values are: ${quoted(efforts)}.`,
        "reasoning.effort"
      )
    }
  ),
  refusal("unnamed-schema", "a json_schema has no name", "missing_required_parameter", ({ body }) =>
    when(
      textAt(body, "text", "format", "type") === "json_schema" && textAt(body, "text", "format", "name") === undefined,
      "Missing required parameter: 'text.format.name'.",
      "text.format.name"
    )
  )
]

/** Tools and the choice among them. */
const tools: readonly ResponseRefusal[] = [
  refusal("tool-type", "a tool is of no type that there is", "invalid_value", ({ body }) =>
    firstOf(objectsAt(body, "tools"), (tool, index) =>
      when(
        !toolTypes.has(textAt(tool, "type") ?? ""),
        `Invalid value: '${textAt(tool, "type") ?? ""}'. Supported values are: ${quoted(toolTypes)}.`,
        `tools[${index}].type`
      )
    )
  ),
  /** @see https://github.com/icebear0828/codex-proxy/issues/399 (2026-04) */
  refusal(
    "unnamed-tool",
    "a function has no name, as where it is spelled as for chat completions",
    "missing_required_parameter",
    ({ body }) =>
      firstOf(objectsAt(body, "tools"), (tool, index) =>
        when(
          ["function", "custom", "namespace"].includes(textAt(tool, "type") ?? "") &&
            textAt(tool, "name") === undefined,
          `Missing required parameter: 'tools[${index}].name'.`,
          `tools[${index}].name`
        )
      )
  ),
  refusal("unknown-choice-name", "the chosen tool is not among the tools", null, (context) => {
    const names = declared(context).map((tool) => textAt(tool, "name"))
    const choice = given(context.body, "tool_choice")
    const chosen = isObject(choice) ? textAt(choice, "name") : undefined
    return when(
      chosen !== undefined && !names.includes(chosen),
      `Tool choice '${chosen ?? ""}' not found in 'tools' parameter.`,
      "tool_choice"
    )
  })
]

/** What is kept, and what is referred to. */
const state: readonly ResponseRefusal[] = [
  /** @see https://github.com/router-for-me/CLIProxyAPI/issues/2954 (2026-04) */
  refusal(
    "unknown-previous",
    "previous_response_id is of nothing that is kept",
    "previous_response_not_found",
    ({ body, previous }) => {
      const id = textAt(body, "previous_response_id")
      return when(
        id !== undefined && previous === undefined,
        `Previous response with id '${id ?? ""}' not found.`,
        "previous_response_id"
      )
    }
  ),
  /** @see https://github.com/can1357/oh-my-pi/issues/41 (2026-02) */
  refusal(
    "unknown-item",
    "an item_reference is to nothing that is kept",
    null,
    ({ lost: [id] }) =>
      when(
        id !== undefined,
        `Item with id '${id ?? ""}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`,
        "input"
      ),
    404
  )
]

const partTypes = (item: JsonObject): ReadonlySet<string> => (isModels(item) ? spokenParts : givenParts)

/** The items of a history. */
const history: readonly ResponseRefusal[] = [
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

/** Everything that the Responses API refuses here, in the order in which it looks. */
export const responseRefusals: readonly ResponseRefusal[] = [
  stranger,
  ...shape,
  ...settings,
  ...tools,
  ...state,
  ...history
]
