import { isObject, type JsonObject, JsonText } from "../../../words/json/json.ts"
import { below, type Pointer } from "../../../words/json/pointer.ts"
import type { Reader } from "../../../words/reading/reader.ts"
import { type Effort, isEffort, type Thinking } from "../../../words/chat/thinking.ts"
import type { WireNames } from "../../../words/wire-names.ts"
import type { Draft } from "../../../words/draft.ts"
import { note } from "../rules.ts"

/** One of the members that control thinking, and what it says. */
interface Control {
  readonly at: Pointer
  readonly thinking: Thinking
  /** Where its budget stands, if that is a member of its own. */
  readonly budgetAt?: Pointer
  /** The members that say it. */
  readonly members: readonly Member[]
  /** A level that is not known. */
  readonly unknown?: Member
}

/** A member by its pointer. */
export interface Member {
  readonly at: Pointer
  readonly text: JsonText
}

/** What a request says of thinking, which member decided it, and all members that control it. */
export interface ReadThinking {
  readonly thinking: Thinking | undefined
  readonly at: Pointer | undefined
  /** Where the budget stands that decided. */
  readonly budgetAt?: Pointer | undefined
  /** Whether the member that decided was turned off, because the answer is not streamed. */
  readonly turnedOff: boolean
  readonly members: readonly Member[]
  /** Where those stand that another takes precedence over. */
  readonly beaten: readonly Pointer[]
  /** A level that is not known, of the member that decided. */
  readonly unknown?: Member | undefined
}

/**
 * What a request says of thinking. `thinking_config` wins over `generationConfig`, that over `thinking`, that over
 * `reasoning`, that over `enable_thinking`, that over `reasoning_effort`; each loser is noted. A value that is not known controls nothing.
 * Where `enable_thinking` decides, it is off without `stream`.
 */
export const readThinking = (reader: Reader, body: JsonObject, names: WireNames): ReadThinking => {
  const controls = controlsOf(reader, body, names)
  const [winner, ...losers] = controls
  const beaten = losers.flatMap((loser) => loser.members.map(({ at }) => at))
  for (const at of beaten) note(reader.notes, "thinking-beaten", at)
  const members = controls.flatMap((control) => control.members)
  if (winner === undefined) return { thinking: undefined, at: undefined, turnedOff: false, members, beaten }
  const { at, thinking, budgetAt, unknown } = winner
  if (body["stream"] === true || thinking.mode === "off" || at !== "/enable_thinking")
    return { thinking, at, budgetAt, turnedOff: false, members, beaten, unknown }
  note(reader.notes, "thinking-unstreamed", at)
  return { thinking: { mode: "off" }, at, turnedOff: true, members, beaten }
}

const controlsOf = (reader: Reader, body: JsonObject, names: WireNames): readonly Control[] => {
  const out: Control[] = []
  const add = (control: Control | undefined): void => {
    if (control !== undefined) out.push(control)
  }
  const extra = reader.object(body, "extra_body", "")
  for (const name of names.native) {
    const inside = extra && reader.object(extra, name, "/extra_body")
    if (inside !== undefined) add(config(reader, inside, "thinking_config", below("/extra_body", name)))
  }
  for (const name of names.native) {
    const value = body[name]
    if (isObject(value)) add(config(reader, value, "thinking_config", below("", name)))
  }
  const generation = reader.object(body, "generationConfig", "")
  if (generation !== undefined) add(config(reader, generation, "thinkingConfig", "/generationConfig"))
  add(typed(reader, body))
  add(reasoned(reader, body))
  add(enabled(reader, body, ""))
  const template = reader.object(body, "chat_template_kwargs", "")
  if (template !== undefined) add(enabled(reader, template, "/chat_template_kwargs"))
  add(effort(reader, body))
  return out
}

const member = (object: JsonObject, key: string, at: Pointer): Member => ({
  at: below(at, key),
  text: JsonText.member(object, key)
})

/** The content-style family's own object, in either of its spellings. */
const config = (reader: Reader, object: JsonObject, key: string, at: Pointer): Control | undefined => {
  const value = reader.object(object, key, at)
  if (value === undefined) return undefined
  const path = below(at, key)
  const budget = either(value, "thinking_budget", "thinkingBudget", (it) => reader.integer(value, it, path))
  const visible = either(value, "include_thoughts", "includeThoughts", (it) => reader.boolean(value, it, path))
  const [level, word] =
    either(value, "thinking_level", "thinkingLevel", (it) => {
      const said = reader.string(value, it, path)
      return said === undefined ? undefined : ([it, said.toLowerCase()] as const)
    }) ?? []
  const thinking: Draft<Thinking> = budget === undefined ? {} : { budget }
  const known = word !== undefined && isEffort(word)
  if (known) thinking.effort = word
  if (visible !== undefined) thinking.visible = visible
  const members = [member(object, key, at)]
  if (level === undefined || known) return { at: path, thinking, members }
  return { at: path, thinking, members, unknown: member(value, level, path) }
}

const either = <A>(
  object: JsonObject,
  key: string,
  other: string,
  read: (key: string) => A | undefined
): A | undefined => (object[key] === undefined || object[key] === null ? read(other) : read(key))

/** A budget in tokens: `-1` lets the model decide, `0` is off. */
const budgeted = (budget: number): Draft<Thinking> =>
  budget < 0 ? { mode: "auto" } : budget === 0 ? { mode: "off" } : { mode: "on", budget }

const modes: ReadonlyMap<string, Thinking["mode"]> = new Map([
  ["enabled", "on"],
  ["disabled", "off"],
  ["auto", "auto"],
  ["adaptive", "auto"],
  ["between_tools", "between-tools"]
])

const typed = (reader: Reader, body: JsonObject): Control | undefined => {
  const value = reader.object(body, "thinking", "")
  const type = value && reader.string(value, "type", "/thinking")
  const mode = type === undefined ? undefined : modes.get(type)
  if (value === undefined || mode === undefined) return undefined
  const thinking: Draft<Thinking> = { mode }
  const budget = reader.integer(value, "budget_tokens", "/thinking")
  if (budget !== undefined) thinking.budget = budget
  return {
    at: "/thinking",
    thinking,
    budgetAt: "/thinking/budget_tokens",
    members: [member(body, "thinking", "")]
  }
}

/** `reasoning`, as gateways before several vendors take it: an effort or a budget, a switch, and whether to hide it. */
const reasoned = (reader: Reader, body: JsonObject): Control | undefined => {
  const value = body["reasoning"]
  if (!isObject(value)) return undefined
  const effort = reader.string(value, "effort", "/reasoning")
  const budget = reader.integer(value, "max_tokens", "/reasoning")
  const on = reader.boolean(value, "enabled", "/reasoning")
  const hidden = reader.boolean(value, "exclude", "/reasoning")
  const thinking: Draft<Thinking> = budget === undefined ? {} : budgeted(budget)
  if (effort === "none" || on === false) thinking.mode = "off"
  else if (effort !== undefined && isEffort(effort)) thinking.effort = effort
  else if (on === true) thinking.mode ??= "on"
  if (hidden !== undefined) thinking.visible = !hidden
  if (Object.keys(thinking).length === 0) return undefined
  return {
    at: "/reasoning",
    thinking,
    budgetAt: "/reasoning/max_tokens",
    members: [member(body, "reasoning", "")]
  }
}

/** `enable_thinking` and `thinking_budget`, on the top level or in an object. */
const enabled = (reader: Reader, object: JsonObject, at: Pointer): Control | undefined => {
  const on = reader.boolean(object, "enable_thinking", at)
  const budget = reader.integer(object, "thinking_budget", at)
  if (on === undefined && budget === undefined) return undefined
  const members: Member[] = []
  if (on !== undefined) members.push(member(object, "enable_thinking", at))
  if (budget !== undefined) members.push(member(object, "thinking_budget", at))
  const thinking =
    on === false ? ({ mode: "off" } as const) : budget === undefined ? ({ mode: "on" } as const) : budgeted(budget)
  return {
    at: below(at, on === undefined ? "thinking_budget" : "enable_thinking"),
    thinking,
    budgetAt: below(at, "thinking_budget"),
    members
  }
}

const effort = (reader: Reader, body: JsonObject): Control | undefined => {
  const word = reader.string(body, "reasoning_effort", "")
  if (word === undefined || !isEffort(word)) return undefined
  const thinking: Thinking = word === "none" ? { mode: "off" } : { effort: word }
  return { at: "/reasoning_effort", thinking, members: [member(body, "reasoning_effort", "")] }
}

/** Whether two values say the same of thinking. */
export const sameThinking = (a: Thinking | undefined, b: Thinking | undefined): boolean =>
  a?.mode === b?.mode && a?.budget === b?.budget && a?.effort === b?.effort && a?.visible === b?.visible

/** Whether all that is said of thinking is that it is to be shown, which is a wish to think. */
export const onlyShown = ({ mode, budget, effort, visible }: Thinking): boolean =>
  visible === true && mode === undefined && budget === undefined && effort === undefined

/** The `reasoning_effort` for a thinking control, and whether it says exactly that. */
export const effortFor = (
  thinking: Thinking,
  effortOfBudget: (budget: number) => Effort
): { readonly effort: Effort; readonly exact: boolean } | undefined => {
  const { mode, budget, effort } = thinking
  if (mode === "off") return { effort: "none", exact: budget === undefined && effort === undefined }
  if (effort !== undefined) return { effort, exact: effort !== "none" && budget === undefined && mode === undefined }
  if (budget !== undefined) return { effort: effortOfBudget(budget), exact: false }
  if (mode === undefined && !onlyShown(thinking)) return undefined
  return { effort: mode === "between-tools" ? "low" : "medium", exact: false }
}
