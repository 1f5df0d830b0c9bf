import { hashOfLongName } from "../../core/chat/call-id.ts"
import { readThinking } from "../../formats/chat-completions/thinking.ts"
import { isArray, isObject, type Json, type JsonObject, JsonText, stringifyJson } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { IssueReader, eachObject } from "../../core/reading/issue-reader.ts"
import type { WireNames, WireRequest } from "../../core/format.ts"
import type { CompatProfile, FixedValues, LimitSpelling, ModelRules, Edits } from "./profile.ts"
import { choiceKeywords, hasKeyword, mapSchemas, withObjectRoot } from "../../core/chat/tool.ts"

/** Whether a member says something. */
const isPresent = (value: Json | undefined): value is Json => value !== undefined && value !== null

/** Members that the top level alone says. */
const topmost: ReadonlySet<string> = new Set(["model", "messages", "stream", "stream_options"])

/** Moves what is left in `parameters` to the top level, where the API has it; a member that is there already wins. */
export const hoistParameters = (editor: Edits, body: JsonObject): void => {
  const inside = body["parameters"]
  if (!isObject(inside)) return
  editor.change("/parameters")
  for (const key of Object.keys(inside)) {
    const at = childPointer("/parameters", key)
    if (topmost.has(key)) editor.note(at, "topmost")
    else if (isPresent(body[key])) editor.note(at, "parameters-beaten")
    else if (key === "incremental_output" && inside[key] === false) editor.note(at, "whole")
    else editor.set(childPointer("", key), JsonText.member(inside, key), "hoisted", at)
  }
}

/** Takes out what no model of the API takes. */
export const dropLacking = (
  editor: Edits,
  body: JsonObject,
  { lacks, hoists }: CompatProfile,
  names: WireNames
): void => {
  for (const key of [...foreign, ...names.native]) if (Object.hasOwn(body, key)) dropForeign(editor, body, key, names)
  if (!hoists && Object.hasOwn(body, "parameters")) dropParameters(editor, body["parameters"])
  dropMembers(editor, body, lacks)
}

/** Takes out members that the API does not take. */
export const dropMembers = (editor: Edits, body: JsonObject, lacks: readonly string[]): void => {
  for (const key of lacks) {
    if (isPresent(body[key])) editor.remove(childPointer("", key), key === "store" ? "bookkeeping" : "foreign")
  }
}

/** Objects of other families' options. */
const foreign = ["generationConfig", "extra_body"] as const

/** Takes out such an object; what of it is not read as a control of thinking is lost. */
const dropForeign = (editor: Edits, body: JsonObject, key: string, names: WireNames): void => {
  const at = childPointer("", key)
  editor.change(at)
  const read = new Set(readThinking(new IssueReader(), body, names).members.map((member) => member.at))
  for (const place of membersIn(body[key], at, names)) if (!read.has(place)) editor.note(place, "foreign")
}

/** Where the members of such an object stand; those of a family's own object inside it one by one. */
const membersIn = (value: Json | undefined, at: JsonPointer, names: WireNames): readonly JsonPointer[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, inside]) => {
        const place = childPointer(at, key)
        return names.native.includes(key) ? membersIn(inside, place, names) : [place]
      })
    : [at]

/** Takes out what only another family has in `parameters`. */
const dropParameters = (editor: Edits, inside: Json | undefined): void => {
  editor.change("/parameters")
  const keys = isObject(inside) ? Object.keys(inside) : []
  for (const key of keys) editor.note(childPointer("/parameters", key), "foreign")
  if (keys.length === 0) editor.note("/parameters", "foreign")
}

/** Brings the limit of the output under one name, the API's, and below what a listed model gives. */
export const fitLimit = (
  editor: Edits,
  body: JsonObject,
  spelling: LimitSpelling,
  model: ModelRules | undefined
): void => {
  const { max_tokens: older, max_completion_tokens: newer } = body
  const member = isPresent(newer) ? "max_completion_tokens" : "max_tokens"
  const limit = body[member]
  if (!isPresent(limit)) return
  const name = spelling === "either" ? member : spelling
  const most = typeof limit === "number" && limit > (model?.output ?? Infinity) ? model?.output : undefined
  const twice = member === "max_completion_tokens" && isPresent(older)
  if (name !== member)
    editor.rename(childPointer("", member), childPointer("", name), most ?? JsonText.member(body, member), "max-tokens")
  else if (most !== undefined) editor.change(childPointer("", name), most)
  if (twice && name === member) editor.change("/max_tokens")
  if (twice && older !== newer) editor.note("/max_tokens", "max-tokens-beaten")
  else if (twice && name === member) editor.note("/max_tokens", "max-tokens-twice")
  if (most !== undefined) editor.note(childPointer("", member), "output")
}

/** Whether an answer is to hold images. */
export const asksForImages = ({ modalities }: JsonObject): boolean =>
  isArray(modalities) && modalities.includes("image")

/** Takes out values that the model refuses or reads over. */
export const dropFixed = (editor: Edits, body: JsonObject, fixed: FixedValues): void => {
  for (const member in fixed) {
    const value = body[member]
    if (isPresent(value) && value !== fixed[member]) editor.remove(childPointer("", member), "sampling")
  }
}

/** Sends the hash of a user's name that is longer than the API takes: who it is stays told apart. */
export const fitUser = (editor: Edits, body: JsonObject, lengths: Readonly<Record<string, number>>): void => {
  for (const [member, most] of Object.entries(lengths)) {
    const hash = hashOfLongName(body[member], most)
    if (hash !== undefined) editor.set(childPointer("", member), hash, "user-long")
  }
}

/** Brings numbers into the API's ranges, but those of which one value alone is taken. */
export const fitRanges = (
  editor: Edits,
  body: JsonObject,
  ranges: NonNullable<CompatProfile["ranges"]>,
  fixed: FixedValues
): void => {
  for (const [member, [least, most]] of Object.entries(ranges)) {
    const value = body[member]
    if (typeof value !== "number" || Object.hasOwn(fixed, member)) continue
    const sent = Math.min(Math.max(value, least), most)
    if (sent !== value) editor.set(childPointer("", member), sent, "range")
  }
}

/**
 * Brings the functions of a translated body to schemas that OpenAI takes: the root is an object's, which has
 * `properties`, and each list has `items`. What its own format's client says is its affair.
 *
 * @see https://github.com/langchain-ai/langchain-mcp-adapters/issues/137 `properties`, in the vendor's words (2025-05)
 * @see https://github.com/modelscope/ms-agent/pull/610 `items` (2025-01)
 * @see https://github.com/campfirein/byterover-cli/issues/42 the same of a list among other types (2025-07)
 */
export const fitFunctionSchemas = (editor: Edits, { translated }: WireRequest, body: JsonObject): void => {
  if (translated !== true) return
  eachObject(body, "tools", "", (tool, at) => {
    const { function: inside } = tool
    if (isObject(inside)) fitSchema(editor, inside, childPointer(at, "function"))
    else fitSchema(editor, tool, at)
  })
}

/**
 * The keywords that it refuses at a root.
 *
 * @see https://github.com/langchain-ai/langchainjs/issues/9804 its sentence, which names all but the last (2026-01)
 * @see https://github.com/twentyhq/twenty/pull/22284 what it says of a root that has no type (2026-06)
 */
const rootKeywords = [...choiceKeywords, "enum", "not", "$ref"]

const fitSchema = (editor: Edits, { parameters }: JsonObject, at: JsonPointer): void => {
  if (!isObject(parameters)) return
  const isChoice = hasKeyword(parameters, rootKeywords)
  let lacks = isChoice || !Object.hasOwn(parameters, "type")
  const root = lacks ? JsonText.source(stringifyJson(withObjectRoot(parameters, rootKeywords))).object : parameters
  const fitted = mapSchemas(root ?? {}, (out, schema, place) => {
    const needed = place === "" ? "properties" : "items"
    if (Object.hasOwn(schema, needed) || (place !== "" && !isOfLists(schema))) return
    out[needed] = {}
    lacks = true
  })
  if (lacks) editor.set(childPointer(at, "parameters"), fitted, isChoice ? "schema-root" : "schema-members")
}

const isOfLists = ({ type }: JsonObject): boolean => type === "array" || (isArray(type) && type.includes("array"))
