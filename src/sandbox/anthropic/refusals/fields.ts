import { isStranger } from "../../asking.ts"
import type { FieldKind } from "../../field.ts"
import { given, listAt, namesAt, numberAt, textAt } from "../../json.ts"
import { firstOf, mistyped, when, wordAmong } from "../../refusal.ts"
import { invalid, range } from "../context.ts"
import type { MessagesRefusal } from "../context.ts"
import { answerOnly, createFields } from "../wire.ts"

const expected: Record<FieldKind, string> = {
  any: "a value",
  array: "a valid list",
  object: "an object",
  integer: "a valid integer",
  number: "a valid number",
  string: "a valid string",
  boolean: "a valid boolean",
  "string or array": "a valid string or list",
  "string or object": "a valid string or object"
}

/** Who may call, the body as a whole, and its own members. */
export const fieldRefusals: readonly MessagesRefusal[] = [
  {
    name: "wrong-key",
    when: "the key is absent or not the sandbox's",
    status: 401,
    type: "authentication_error",
    code: null,
    find: (asking) =>
      when(isStranger(asking), asking.key === undefined ? "x-api-key header is required" : "invalid x-api-key")
  },
  invalid("missing-version", "there is no anthropic-version header", ({ version }) =>
    when(version === undefined, "anthropic-version: header is required")
  ),
  invalid("malformed-json", "the body is not a JSON object", ({ parsed }) =>
    when(!parsed, "The request body is not valid JSON.")
  ),
  invalid("missing-model", "there is no model", ({ body }) =>
    when(given(body, "model") === undefined, "model: Field required")
  ),
  invalid("field-type", "a member has the wrong JSON type", ({ body }) =>
    mistyped(body, createFields, (name, kind) => `${name}: Input should be ${expected[kind]}`)
  ),
  {
    name: "unknown-model",
    when: "no Claude model has this id",
    status: 404,
    type: "not_found_error",
    code: null,
    find: ({ model, body }) => when(model === undefined, `model: ${textAt(body, "model") ?? ""}`)
  },
  invalid("unknown-field", "a top-level member is unknown, or only for answers while counting", ({ body, counting }) =>
    firstOf(Object.keys(body), (name) =>
      when(!createFields.has(name) || (counting && answerOnly.has(name)), `${name}: Extra inputs are not permitted`)
    )
  ),
  invalid("missing-messages", "there are no messages", ({ body }) =>
    when(given(body, "messages") === undefined, "messages: Field required")
  ),
  invalid("missing-max-tokens", "there is no max_tokens", ({ body, counting }) =>
    when(!counting && given(body, "max_tokens") === undefined, "max_tokens: Field required")
  ),
  range(
    "negative-max-tokens",
    "max_tokens is below 0",
    "max_tokens",
    [0, Infinity],
    (least) => `must be greater than or equal to ${least}`
  ),
  invalid("too-many-max-tokens", "max_tokens is above the model's maximum", ({ body, model, rules }) => {
    const asked = numberAt(body, "max_tokens") ?? 0
    const most = rules?.maxOutput ?? Infinity
    return when(
      asked > most,
      `max_tokens: ${asked} > ${most}, which is the maximum allowed number of output tokens for ${model?.base ?? "this model"}`
    )
  }),
  invalid("blank-stop-sequence", "a stop sequence is empty or only whitespace", ({ body }) =>
    firstOf(listAt(body, "stop_sequences"), (stop, index) =>
      typeof stop === "string"
        ? when(stop.trim() === "", "stop_sequences: each stop sequence must contain non-whitespace")
        : { message: `stop_sequences.${index}: Input should be a valid string` }
    )
  ),
  {
    ...invalid("thread", "the conversation is to be held as a thread", ({ body }) =>
      when(given(body, "thread") !== undefined, "thread: This model holds no threads")
    ),
    code: "thread_unsupported_request"
  },
  invalid("metadata-field", "metadata has a member other than user_id", ({ body }) =>
    firstOf(namesAt(body, "metadata"), (name) =>
      when(name !== "user_id", `metadata.${name}: Extra inputs are not permitted`)
    )
  ),
  invalid("user-id-long", "metadata.user_id is longer than 256 characters", ({ body }) => {
    const id = textAt(body, "metadata", "user_id")
    const isLong = id !== undefined && Array.from(id).length > 256
    return when(isLong, "metadata.user_id: String should have at most 256 characters")
  }),
  invalid(
    "service-tier",
    "service_tier is none of the vendor's",
    wordAmong(
      ["auto", "standard_only"],
      ({ body }) => textAt(body, "service_tier"),
      () => ({ message: "service_tier: Input should be 'auto' or 'standard_only'" })
    )
  )
]
