import type { ChatRequest } from "../../core/chat/chat.ts"
import {
  JsonText,
  isObject,
  type JsonObject,
  type MutableDraft,
  type JsonObjectBuilder,
  putAt,
  setDefined
} from "../../core/json/json.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { effortOf, isOff, type ThinkingConfig, type ReasoningEffort, isEffort } from "../../core/chat/thinking.ts"
import { wireNames, type WireNames } from "../../core/format.ts"
import { ownNative, type DecodeContext, type EncodeContext } from "./context.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { note } from "./rules.ts"

/** Thinking, from whichever member decides it; all of them are kept as they were spelled. */
export const decodeThinking = (root: DecodeContext, request: MutableDraft<ChatRequest>): void => {
  const { thinking, at, budgetAt, turnedOff, members, unknown } = readThinking(root.reader, root.body, root.names)
  for (const member of members) {
    if (!member.at.includes("/", 1)) root.from.skip(member.at.slice(1))
    root.consumed.set(member.at, member.text)
  }
  if (thinking === undefined || at === undefined) return
  request.thinking = thinking
  root.place("thinking", at)
  if (thinking.budget !== undefined && budgetAt !== undefined) root.place("thinking.budget", budgetAt)
  if (unknown !== undefined) root.unknown.set(unknown.at, unknown.text)
  if (turnedOff) root.consumed.set(at, JsonText.source("false"))
}

/**
 * Thinking in the members it was spelled in, where they still say it; else as `thinking` where the target takes a
 * budget or a switch and that says it; else as `reasoning_effort`.
 */
export const encodeThinking = (writing: EncodeContext, request: ChatRequest, body: JsonObjectBuilder): void => {
  const { thinking } = request
  if (writeConsumed(writing, request, body) || thinking === undefined) return
  if (writeTyped(writing, thinking, body)) {
    if (thinking.visible !== undefined && body["reasoning"] === undefined)
      writing.note("bookkeeping/thinking", request, "thinking")
    return
  }
  const written = effortFor(thinking, effortOf)
  if (thinking.visible !== undefined && !onlyShown(thinking)) writing.note("bookkeeping/thinking", request, "thinking")
  else if (written === undefined) writing.note("thinking-form", request, "thinking")
  if (written === undefined) return
  body["reasoning_effort"] = written.effort
  if (!written.exact) writing.note(isOff(thinking) ? "thinking-form" : "thinking", request, "thinking")
}

const types = { on: "enabled", off: "disabled", auto: "auto", "between-tools": undefined } as const

/** What a mode and a budget say together, as `thinking.type` has it. */
const typeOf = ({ mode, budget }: ThinkingConfig): string | undefined => {
  if (mode !== undefined) return types[mode]
  if (budget === undefined) return undefined
  return budget === 0 ? "disabled" : budget < 0 ? "auto" : "enabled"
}

/** Whether a mode and a budget, hidden or not, were all there was to say, and the target is told them. */
const writeTyped = ({ target }: EncodeContext, thinking: ThinkingConfig, body: JsonObjectBuilder): boolean => {
  const { budget = -1, effort, visible } = thinking
  const type = typeOf(thinking)
  if (target.thinking?.budget === undefined && target.thinking?.adaptive !== true) return false
  if (type === undefined || effort !== undefined) return false
  if (visible === false && type !== "disabled") {
    body["reasoning"] = { ...(budget > 0 ? { max_tokens: budget } : { enabled: true }), exclude: true }
    return true
  }
  body["thinking"] = { type, ...(budget > 0 ? { budget_tokens: budget } : {}) }
  return true
}

/** Members that are kept as they were spelled, and do not control thinking. */
const others: ReadonlySet<string> = new Set(["/max_tokens", "/user", "/function_call", "/stream", "/stream_options"])

const writeConsumed = (writing: EncodeContext, request: ChatRequest, body: JsonObjectBuilder): boolean => {
  const members = [...(ownNative(request)?.consumed ?? [])].filter(([path]) => !others.has(path))
  if (members.length === 0) return false
  const tree: JsonObjectBuilder = { stream: true }
  for (const [path, text] of members) putAt(tree, path, text)
  const again = readThinking(new IssueReader(), JsonText.tree(tree).object ?? {}, writing.target.names ?? wireNames)
  if (!sameThinking(again.thinking, request.thinking)) return false
  for (const [path, text] of members) putAt(body, path, text)
  return true
}

/** A control of thinking: what it says, and the members that say it, of which the first names it. */
interface Control {
  readonly thinking: ThinkingConfig
  readonly members: readonly ThinkingMember[]
  /** Where its budget stands, if that is a member of its own. */
  readonly budgetAt?: JsonPointer
  /** A level that is not known. */
  readonly unknown?: ThinkingMember | undefined
}

/** A member by its pointer. */
interface ThinkingMember {
  readonly at: JsonPointer
  readonly text: JsonText
}

/** What a request says of thinking, which member decided it, and all members that control it. */
export interface ReadThinking extends Omit<Control, "thinking"> {
  readonly thinking: ThinkingConfig | undefined
  readonly at: JsonPointer | undefined
  /** Whether the member that decided was turned off, because the answer is not streamed. */
  readonly turnedOff: boolean
  /** Where those stand that another takes precedence over. */
  readonly beaten: readonly JsonPointer[]
}

/**
 * What a request says of thinking. `thinking_config` wins over `generationConfig`, that over `thinking`, that over
 * `reasoning`, that over `enable_thinking`, that over `reasoning_effort`; each loser is noted. A value that is not known controls nothing.
 * Where `enable_thinking` decides, it is off without `stream`.
 */
export const readThinking = (reader: IssueReader, body: JsonObject, names: WireNames): ReadThinking => {
  if (!mayControl(body, names)) return uncontrolled
  const controls = controlsOf(reader, body, names)
  const [winner, ...losers] = controls
  const beaten = losers.flatMap((loser) => loser.members.map(({ at }) => at))
  for (const at of beaten) note(reader, "overridden", at)
  const members = controls.flatMap((control) => control.members)
  const at = members[0]?.at
  const turnedOff = at === "/enable_thinking" && winner?.thinking.mode !== "off" && body["stream"] !== true
  if (!turnedOff) return { ...winner, thinking: winner?.thinking, at, turnedOff, members, beaten }
  note(reader, "thinking-form/whole", at)
  return { thinking: { mode: "off" }, at, turnedOff, members, beaten }
}

/** Members of the top level of which one stands in every body that says anything of thinking, besides the native ones. */
const controlling: ReadonlySet<string> = new Set([
  "extra_body",
  "generationConfig",
  "thinking",
  "reasoning",
  "enable_thinking",
  "thinking_budget",
  "chat_template_kwargs",
  "reasoning_effort"
])

const mayControl = (body: JsonObject, { native }: WireNames): boolean => {
  for (const key in body) if (controlling.has(key) || native.includes(key)) return true
  return false
}

const uncontrolled: ReadThinking = { thinking: undefined, at: undefined, turnedOff: false, members: [], beaten: [] }

const controlsOf = (reader: IssueReader, body: JsonObject, names: WireNames): readonly Control[] => {
  const inside = (key: string): JsonObject | undefined => reader.object(body, key, "")
  const extra = inside("extra_body")
  const found = [
    ...names.native.map((name) => {
      const object = extra && reader.object(extra, name, "/extra_body")
      return config(reader, object, "thinking_config", childPointer("/extra_body", name))
    }),
    ...names.native.map((name) => {
      const object = body[name]
      return config(reader, isObject(object) ? object : undefined, "thinking_config", childPointer("", name))
    }),
    config(reader, inside("generationConfig"), "thinkingConfig", "/generationConfig"),
    typed(reader, body),
    reasoned(reader, body),
    enabled(reader, body, ""),
    enabled(reader, inside("chat_template_kwargs"), "/chat_template_kwargs"),
    effort(reader, body)
  ]
  return found.filter((control) => control !== undefined)
}

const member = (object: JsonObject, key: string, at: JsonPointer): ThinkingMember => ({
  at: childPointer(at, key),
  text: JsonText.member(object, key)
})

/** The content-style family's own object, in either of its spellings. */
const config = (reader: IssueReader, object: JsonObject = {}, key: string, at: JsonPointer): Control | undefined => {
  const value = reader.object(object, key, at)
  if (value === undefined) return undefined
  const path = childPointer(at, key)
  const present = (name: string, other: string): string => ((value[name] ?? null) === null ? other : name)
  const thinking: MutableDraft<ThinkingConfig> = {}
  const budget = present("thinking_budget", "thinkingBudget")
  setDefined(thinking, "budget", budgetAt(reader, value, budget, path))
  const level = present("thinking_level", "thinkingLevel")
  const word = reader.string(value, level, path)?.toLowerCase()
  const known = word !== undefined && isEffort(word)
  if (known) thinking.effort = word
  setDefined(thinking, "visible", reader.boolean(value, present("include_thoughts", "includeThoughts"), path))
  const unknown = word === undefined || known ? undefined : member(value, level, path)
  return { thinking, members: [member(object, key, at)], unknown }
}

/** Reads a budget: `-1` lets the model decide, and there is none below. */
const budgetAt = (reader: IssueReader, object: JsonObject, key: string, at: JsonPointer): number | undefined => {
  const budget = reader.integer(object, key, at)
  if (budget !== undefined && budget < -1) reader.issue(childPointer(at, key), `\`${key}\` must be greater than -2.`)
  return budget
}

/** A budget in tokens: `-1` lets the model decide, `0` is off. */
const budgeted = (budget: number): MutableDraft<ThinkingConfig> =>
  budget < 0 ? { mode: "auto" } : budget === 0 ? { mode: "off" } : { mode: "on", budget }

const modes: ReadonlyMap<string, ThinkingConfig["mode"]> = new Map([
  ["enabled", "on"],
  ["disabled", "off"],
  ["auto", "auto"],
  ["adaptive", "auto"],
  ["between_tools", "between-tools"]
])

const typed = (reader: IssueReader, body: JsonObject): Control | undefined => {
  const value = reader.object(body, "thinking", "") ?? {}
  const mode = modes.get(reader.string(value, "type", "/thinking") ?? "")
  if (mode === undefined) return undefined
  const thinking: MutableDraft<ThinkingConfig> = { mode }
  setDefined(thinking, "budget", reader.integer(value, "budget_tokens", "/thinking"))
  return { thinking, budgetAt: "/thinking/budget_tokens", members: [member(body, "thinking", "")] }
}

/** `reasoning`, as gateways before several vendors take it: an effort or a budget, a switch, and whether to hide it. */
const reasoned = (reader: IssueReader, body: JsonObject): Control | undefined => {
  const value = body["reasoning"]
  if (!isObject(value)) return undefined
  const effort = reader.string(value, "effort", "/reasoning")
  const budget = budgetAt(reader, value, "max_tokens", "/reasoning")
  const on = reader.boolean(value, "enabled", "/reasoning")
  const hidden = reader.boolean(value, "exclude", "/reasoning")
  const thinking: MutableDraft<ThinkingConfig> = budget === undefined ? {} : budgeted(budget)
  if (effort === "none" || on === false) thinking.mode = "off"
  else if (effort !== undefined && isEffort(effort)) thinking.effort = effort
  else if (on === true) thinking.mode ??= "on"
  if (hidden !== undefined) thinking.visible = !hidden
  if (Object.keys(thinking).length === 0) return undefined
  return { thinking, budgetAt: "/reasoning/max_tokens", members: [member(body, "reasoning", "")] }
}

/** `enable_thinking` and `thinking_budget`, on the top level or in an object. */
const enabled = (reader: IssueReader, object: JsonObject = {}, at: JsonPointer): Control | undefined => {
  const on = reader.boolean(object, "enable_thinking", at)
  const budget = budgetAt(reader, object, "thinking_budget", at)
  const members: ThinkingMember[] = []
  if (on !== undefined) members.push(member(object, "enable_thinking", at))
  if (budget !== undefined) members.push(member(object, "thinking_budget", at))
  if (members.length === 0) return undefined
  const thinking: ThinkingConfig =
    on === false ? { mode: "off" } : budget === undefined ? { mode: "on" } : budgeted(budget)
  return { thinking, budgetAt: childPointer(at, "thinking_budget"), members }
}

const effort = (reader: IssueReader, body: JsonObject): Control | undefined => {
  const word = reader.string(body, "reasoning_effort", "")
  if (word === undefined || !isEffort(word)) return undefined
  const thinking: ThinkingConfig = word === "none" ? { mode: "off" } : { effort: word }
  return { thinking, members: [member(body, "reasoning_effort", "")] }
}

const fields = ["mode", "budget", "effort", "visible"] as const

/** Whether two values say the same of thinking. */
const sameThinking = (a: ThinkingConfig | undefined, b: ThinkingConfig | undefined): boolean =>
  fields.every((field) => a?.[field] === b?.[field])

/** Whether all that is said of thinking is that it is to be shown, which is a wish to think. */
export const onlyShown = (thinking: ThinkingConfig): boolean => sameThinking(thinking, { visible: true })

/** The `reasoning_effort` for a thinking control, and whether it says exactly that. */
export const effortFor = (
  thinking: ThinkingConfig,
  effortOfBudget: (budget: number) => ReasoningEffort
): { readonly effort: ReasoningEffort; readonly exact: boolean } | undefined => {
  const { mode, budget, effort } = thinking
  if (mode === "off") return { effort: "none", exact: budget === undefined && effort === undefined }
  if (effort !== undefined) return { effort, exact: effort !== "none" && budget === undefined && mode === undefined }
  if (budget !== undefined) return { effort: effortOfBudget(budget), exact: false }
  if (mode === undefined && !onlyShown(thinking)) return undefined
  return { effort: mode === "between-tools" ? "low" : "medium", exact: false }
}
