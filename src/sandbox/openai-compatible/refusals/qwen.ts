import { numberAt } from "../../json.ts"
import { when } from "../../refusal.ts"
import { forces, formOf, invalid } from "../context.ts"
import type { AlikeRefusal } from "../context.ts"
import { developerRole, imageRefused, jsonWord, outputRange } from "./common.ts"

const code = "invalid_parameter_error"

/** What DashScope's compatible mode refuses. */
export const qwenRefusals: readonly AlikeRefusal[] = [
  invalid(
    "thinking-unstreamed",
    "a model that thinks in streams alone is to think in a whole answer",
    ({ model, thinks, streaming }) =>
      when(
        model?.rules.thinksInStreams === true && thinks && !streaming,
        "parameter.enable_thinking must be set to false for non-streaming calls"
      ),
    code
  ),
  invalid(
    "forced-choice-thinking",
    "a call is forced while the model thinks",
    (context) =>
      when(
        context.thinks && forces(context),
        "The tool_choice parameter does not support being set to required or object in thinking mode"
      ),
    code
  ),
  invalid(
    "json-thinking",
    "JSON is asked for while the model thinks",
    (context) =>
      when(
        context.thinks && formOf(context)?.startsWith("json") === true,
        "Json mode response is not supported when enable_thinking is true"
      ),
    code
  ),
  invalid(
    "json-schema",
    "a schema is given to a model that obeys none",
    (context) =>
      when(
        formOf(context) === "json_schema" && context.model?.rules.schemas === false,
        "'response_format.type' of this model must be one of ['text', 'json_object'].",
        "response_format"
      ),
    code
  ),
  jsonWord(
    "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    code
  ),
  developerRole(
    "developer is not one of ['system', 'assistant', 'user', 'tool', 'function'] - 'messages.['0].role'",
    code
  ),
  /** @see https://github.com/can1357/oh-my-pi/pull/1861 (2026-06) */
  imageRefused(
    "<400> InternalError.Algo.InvalidParameter: The provided messages input is invalid. The error info is [Unexpected item type in content.]",
    code
  ),
  outputRange((most) => `Range of max_tokens should be [1, ${most}]`, code),
  invalid(
    "temperature-range",
    "the temperature is 2 or more",
    ({ body }) => when((numberAt(body, "temperature") ?? 0) >= 2, "Temperature should be in [0.0, 2.0)", "temperature"),
    code
  ),
  invalid(
    "top-p-range",
    "top_p is 0",
    ({ body }) => when((numberAt(body, "top_p") ?? 1) <= 0, "Range of top_p should be (0.0, 1.0]", "top_p"),
    code
  )
]
