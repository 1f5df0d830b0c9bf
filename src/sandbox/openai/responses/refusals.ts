import { given, isObject, listAt, numberAt, objectsAt, textAt } from "../../json.ts"
import { firstOf, numbersWithin, when } from "../../refusal.ts"
import { parametersProblem } from "../function-schema.ts"
import { quoted, refusal, shapeRefusals, stranger } from "../refusing.ts"
import { isReasoning, type ResponseRefusal, typeOf } from "./context.ts"
import { historyRefusals } from "./history-refusals.ts"
import { declared } from "./read.ts"
import { createFields, sampling, toolTypes } from "./wire.ts"

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
  refusal(
    "function-parameters",
    "a function's parameters are no object schema with properties, or a list in it has no items",
    "invalid_function_parameters",
    ({ body }) =>
      firstOf(objectsAt(body, "tools"), (tool, index) =>
        textAt(tool, "type") === "function"
          ? parametersProblem(textAt(tool, "name") ?? "", given(tool, "parameters"), `tools[${index}].parameters`)
          : undefined
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

/** @see https://github.com/openai/openai-agents-python/pull/2602 the sentence (2026-03) */
const thoughtMissing: ResponseRefusal = refusal(
  "thought-missing",
  "a model that does not reason gets reasoning of another",
  null,
  ({ input, rules }) =>
    when(
      rules?.efforts.length === 0 && input.some((item) => typeOf(item) === "reasoning"),
      "Reasoning input items can only be provided to a reasoning or computer use model.",
      "input"
    )
)

/** Everything that the Responses API refuses here, in the order in which it looks. */
export const responseRefusals: readonly ResponseRefusal[] = [
  stranger,
  ...shape,
  ...settings,
  ...tools,
  ...state,
  ...historyRefusals,
  thoughtMissing
]
