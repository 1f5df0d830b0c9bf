import { given, isObject, member, numberAt, textAt } from "../../json.ts"
import type { Json } from "../../json.ts"
import { firstOf, when } from "../../refusal.ts"
import { invalid, range } from "../context.ts"
import type { Context, MessagesRefusal } from "../context.ts"
import { samplingRefusedFrom } from "../wire.ts"

const thinkingOf = ({ body }: Context): string | undefined => textAt(body, "thinking", "type")
const manual = (context: Context): boolean => thinkingOf(context) === "enabled"
const on = (context: Context): boolean => manual(context) || thinkingOf(context) === "adaptive"

const sampling = ["temperature", "top_p", "top_k"] as const

const samplingRefused = (context: Context, name: (typeof sampling)[number]): boolean => {
  const value = numberAt(context.body, name)
  if (value === undefined) return false
  if ((context.version ?? "") >= samplingRefusedFrom) return true
  if (context.rules?.sampling !== "never") return false
  return name === "temperature" ? value !== 1 : name === "top_p" ? value < 0.99 : true
}

/**
 * Both ways to sample on a model that takes one.
 *
 * @see https://github.com/router-for-me/CLIProxyAPI/issues/193 status, type and sentence for Sonnet 4.5 (2025-10)
 * @see https://github.com/Vali-98/ChatterUI/issues/564 the same of Sonnet 4.6 (2026-05)
 */
const samplingTwice: MessagesRefusal = invalid("sampling-twice", "temperature beside top_p", ({ body, rules }) =>
  when(
    rules?.samplesTwice === false && given(body, "temperature") !== undefined && given(body, "top_p") !== undefined,
    "`temperature` and `top_p` cannot both be specified for this model. Please use only one."
  )
)

/** What is said of a thinking form that a model does not take. */
const refusedForms: ReadonlyMap<string, string> = new Map([
  [
    "enabled",
    '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'
  ],
  ["adaptive", "adaptive thinking is not supported on this model"],
  [
    "disabled",
    '"thinking.type.disabled" is not supported for this model. Thinking defaults to adaptive mode when not specified; use "thinking.type.enabled" with "budget_tokens" for extended thinking.'
  ]
])

const bounds = (least: number, most: number): string => `range: ${least}..${most}`

/** Thinking, sampling and the form of the output. */
export const thinkingRefusals: readonly MessagesRefusal[] = [
  range("temperature-range", "temperature is outside 0 to 1", "temperature", [0, 1], bounds),
  range("top-p-range", "top_p is outside 0 to 1", "top_p", [0, 1], bounds),
  invalid("sampling-unsupported", "the model or the API version takes no sampling parameters", (context) =>
    firstOf(sampling, (name) =>
      when(samplingRefused(context, name), `${name}: not supported for this model or API version`)
    )
  ),
  samplingTwice,
  invalid("unknown-thinking", "thinking.type is none of the vendor's", (context) =>
    when(
      given(context.body, "thinking") !== undefined &&
        !["enabled", "disabled", "adaptive", "between_tools"].includes(thinkingOf(context) ?? ""),
      "thinking: Input tag does not match any of the expected tags: 'adaptive', 'between_tools', 'disabled', 'enabled'"
    )
  ),
  invalid("thinking-unsupported", "the model does not take this thinking form", (context) => {
    const type = thinkingOf(context)
    const taken: readonly string[] = context.rules?.thinking ?? []
    const off = type === "disabled" && taken.length === 0
    return when(
      type !== undefined && !off && !taken.includes(type),
      refusedForms.get(type ?? "") ?? `"thinking.type.${type ?? ""}" is not supported for this model.`
    )
  }),
  invalid("missing-budget", "manual thinking has no budget", (context) =>
    when(
      manual(context) && numberAt(context.body, "thinking", "budget_tokens") === undefined,
      "thinking.enabled.budget_tokens: Field required"
    )
  ),
  range(
    "small-budget",
    "the thinking budget is below 1024",
    "thinking.enabled.budget_tokens",
    [1024, Infinity],
    (least) => `Input should be greater than or equal to ${least}`,
    (context) => (manual(context) ? numberAt(context.body, "thinking", "budget_tokens") : undefined)
  ),
  invalid("budget-over-max-tokens", "the thinking budget is not below max_tokens", (context) => {
    const budget = numberAt(context.body, "thinking", "budget_tokens") ?? 0
    const over = manual(context) && !context.counting && budget >= (numberAt(context.body, "max_tokens") ?? 0)
    return when(over, "`max_tokens` must be greater than `thinking.budget_tokens`.")
  }),
  invalid("temperature-with-thinking", "temperature is not 1 while thinking", (context) =>
    when(
      on(context) && (numberAt(context.body, "temperature") ?? 1) !== 1,
      "`temperature` may only be set to 1 when thinking is enabled."
    )
  ),
  invalid("top-k-with-thinking", "top_k is set while thinking", (context) =>
    when(
      on(context) && numberAt(context.body, "top_k") !== undefined,
      "`top_k` must be unset when thinking is enabled."
    )
  ),
  invalid("top-p-with-thinking", "top_p is below 0.95 while thinking", (context) =>
    when(
      on(context) && (numberAt(context.body, "top_p") ?? 1) < 0.95,
      "`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled."
    )
  ),
  invalid("unsupported-effort", "the model does not take this effort", ({ body, rules }) => {
    const effort = given(body, "output_config", "effort")
    const taken: readonly Json[] = rules?.efforts ?? []
    return when(
      effort !== undefined && !taken.includes(effort),
      "This model does not support this value of the effort parameter."
    )
  }),
  invalid("structured-unsupported", "the model has no structured output", ({ body, rules }) =>
    when(
      given(body, "output_config", "format") !== undefined && rules?.structured === false,
      "output_config.format: Extra inputs are not permitted"
    )
  ),
  invalid("format-type", "the output format is not a JSON schema", ({ body }) => {
    const format = given(body, "output_config", "format")
    const right = textAt(format, "type") === "json_schema" && isObject(member(format, "schema"))
    return when(format !== undefined && !right, "output_config.format: Input should be 'json_schema' with a schema")
  })
]
