import type { WireRequest, BodyEdit } from "../../core/format.ts"
import { type JsonObject, isArray, isObject, type Json, type JsonTemplate, JsonText } from "../../core/json/json.ts"
import type { Translated, NoteRules } from "../../core/notes/note.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { bodyWith, BodyEditor } from "../models/chat.ts"
import type { CompatProfile, ModelRules, Edits, EditReason } from "./profile.ts"
import { fitMessages, openAllDetails, fitCacheMarks } from "./messages.ts"
import {
  asksForImages,
  dropFixed,
  dropLacking,
  dropMembers,
  fitLimit,
  fitRanges,
  fitUser,
  hoistParameters,
  fitFunctionSchemas
} from "./fields.ts"
import { type ThinkingBan, fitThinking } from "./thinking.ts"
import { eachObject } from "../../core/reading/issue-reader.ts"

/**
 * What a model gets otherwise than the client sent it, as edits of a body of the chat-completions format. Of one that
 * is not listed nothing is known but how its API spells things, and nothing is taken from it.
 */
export const editsOf =
  (profile: CompatProfile, rules: NoteRules<EditReason>) =>
  (call: WireRequest, model: ModelRules | undefined): Translated<readonly BodyEdit[]> => {
    const editor: Edits = new BodyEditor(rules)
    const isPassed = model === undefined && profile.unknownModels === "as-sent"
    const lengths = profile.userLengths ?? {}
    const read = ["reasoning_details", "cache_control", ...Object.keys(lengths)]
    const body = isPassed && call.translated !== true ? bodyWith(call, read) : call.body.object
    if (body === undefined) return editor.result
    if (profile.schemas === "whole") fitFunctionSchemas(editor, call, body)
    else profile.schemas?.(editor, body)
    fitCacheMarks(editor, call, body, profile.cacheMarks, model)
    fitUser(editor, body, lengths)
    if (isPassed) {
      if (profile.reasoning === "details") openAllDetails(editor, body, profile.vendor)
      return editor.result
    }
    if (profile.hoists) hoistParameters(editor, body)
    const isSpelled = model !== undefined || profile.unknownModels === "spelled"
    const known = model ?? profile.unlisted?.(call.model)
    const thinks = isSpelled && fitThinking(editor, call, body, profile, known, thinkingBanOf(call, body, known))
    fitLimit(editor, body, model?.limit ?? profile.limit, model)
    if (model !== undefined) fitListedModel(editor, call, body, profile, model, thinks)
    else if (!isSpelled) fitUnknownModel(editor, body, profile)
    fitTools(editor, body, profile, known, thinks)
    fitMessages(editor, body, profile, model, thinks)
    profile.numbersCalls?.(editor, body)
    return editor.result
  }

/** What a model that is not listed loses where its operator says what its API takes. */
const fitUnknownModel = (editor: Edits, body: JsonObject, { lacks, ranges }: CompatProfile): void => {
  dropMembers(editor, body, lacks)
  if (ranges !== undefined) fitRanges(editor, body, ranges, {})
}

/** The member that tells a model to search. */
const searchOptions = "web_search_options"

/** What only a listed model loses. */
const fitListedModel = (
  editor: Edits,
  call: WireRequest,
  body: JsonObject,
  profile: CompatProfile,
  model: ModelRules,
  thinks: boolean
): void => {
  dropLacking(editor, body, profile, call.names)
  if (profile.searchModels === true && model.searches !== true && Object.hasOwn(body, searchOptions))
    editor.remove(childPointer("", searchOptions), "search-missing")
  if (profile.draws !== true && asksForImages(body)) editor.note("/modalities", "modality")
  const fixed = (thinks ? model.thinkingOn : model.thinkingOff) ?? {}
  dropFixed(editor, body, fixed)
  if (profile.ranges !== undefined) fitRanges(editor, body, profile.ranges, fixed)
  fitOutputFormat(editor, body, profile, model)
}

/** What forbids a model to think in this call. */
const thinkingBanOf = (
  { stream }: WireRequest,
  body: JsonObject,
  model: ModelRules | undefined
): ThinkingBan | undefined => {
  if (model === undefined) return undefined
  if (model.forcedChoice === "without-thinking" && forcesCall(body))
    return { why: "choice-thinking", at: "/tool_choice" }
  if (model.functionsWithoutThinking === true && model.efforts?.includes("none") === true && declaresFunctions(body))
    return { why: "functions-thinking", unasked: "functions-thinking", at: "/tools" }
  if (model.formsWithoutThinking === true && wantsOutputFormat(body))
    return { why: "form-thinking", at: "/response_format" }
  if (model.thinksInStreams === true && !stream) return { why: "thinking-unstreamed", at: "/stream" }
  return undefined
}

/** Whether a body declares functions, or the vendor's tools that take text, in either spelling. */
const declaresFunctions = ({ tools, functions }: JsonObject): boolean =>
  [tools, functions].some((list) => isArray(list) && list.length > 0)

/**
 * Lets the model choose where it cannot be forced, and among the tools that are sent where it cannot be told of some;
 * functions are not strict where the API does not have that.
 */
const fitTools = (
  editor: Edits,
  body: JsonObject,
  { strictTools, choosesAmong }: CompatProfile,
  model: ModelRules | undefined,
  thinks: boolean
): void => {
  const among = choosesAmong === true ? undefined : choiceAmong(body, model?.forcesUnnamed)
  const cannotForce = model?.forcedChoice === "never" || (model?.forcedChoice === "without-thinking" && thinks)
  if (cannotForce && forcesCall(body)) editor.set("/tool_choice", "auto", "choice-lowered")
  else if (among !== undefined) editor.change("/tool_choice", among.lowered)
  if (strictTools && among === undefined) return
  eachObject(body, "tools", "", (tool, at) => {
    if (among?.excludes(tool) === true) return editor.remove(at, "unchosen-tool")
    const definition = tool["function"]
    if (strictTools || !isObject(definition) || !Object.hasOwn(definition, "strict")) return
    editor.remove(childPointer(childPointer(at, "function"), "strict"), "tool-strict")
  })
}

/** Whether a body wants its answer in a form that is not text. */
const wantsOutputFormat = ({ response_format: form }: JsonObject): boolean =>
  isObject(form) && (form["type"] === "json_schema" || form["type"] === "json_object")

/** Asks for JSON where the model obeys no schema, and tells it the schema; tells it of JSON where the API wants that. */
const fitOutputFormat = (editor: Edits, body: JsonObject, profile: CompatProfile, model: ModelRules): void => {
  const form = body["response_format"]
  if (!isObject(form)) return
  if (form["type"] === "json_schema" && model.form === "object") {
    const inside = form["json_schema"]
    const schema = isObject(inside) && isObject(inside["schema"]) ? JsonText.member(inside, "schema").text : "{}"
    editor.set("/response_format", { type: "json_object" }, "form-schema")
    addInstruction(
      editor,
      body,
      `Answer with one JSON object that this JSON Schema describes, and with nothing else:\n${schema}`
    )
  } else if (form["type"] === "json_object" && profile.jsonByName && !speaksOfJson(body["messages"])) {
    editor.note("/response_format", "form-named")
    addInstruction(editor, body, "Answer with one JSON object.")
  }
}

const speaksOfJson = (messages: Json | undefined): boolean =>
  isArray(messages) && messages.some((message) => isObject(message) && /json/i.test(textOf(message["content"])))

const textOf = (content: Json | undefined): string => {
  if (typeof content === "string") return content
  if (!isArray(content)) return ""
  return content.map((part) => (isObject(part) && typeof part["text"] === "string" ? part["text"] : "")).join("\n")
}

/** Adds a paragraph to the first message that is neither the assistant's nor a tool's: it stays there as the chat goes on. */
const addInstruction = (editor: Edits, body: JsonObject, paragraph: string): void => {
  const messages = body["messages"]
  if (!isArray(messages)) return
  const index = messages.findIndex(
    (message) => isObject(message) && message["role"] !== "assistant" && message["role"] !== "tool"
  )
  const message = messages[index]
  const content = isObject(message) ? message["content"] : undefined
  const at: JsonPointer = childPointer(childPointer("/messages", index), "content")
  if (typeof content === "string") editor.change(at, `${content}\n\n${paragraph}`)
  else if (isArray(content)) editor.change(childPointer(at, content.length), { type: "text", text: paragraph })
}

/** A choice among some of the tools of a body, for an API that has no such choice. */
interface ChoiceAmong {
  /** What is said in its place where only these tools are sent. */
  readonly lowered: JsonTemplate
  /** Whether it leaves a tool out. */
  readonly excludes: (tool: JsonObject) => boolean
}

/**
 * The choice among some of the tools that a body has, also of one by its name where that is not taken; undefined where it
 * has another one, or one that lets nothing be called.
 */
const choiceAmong = (body: JsonObject, unnamed: boolean = false): ChoiceAmong | undefined => {
  const { tool_choice: choice } = body
  const allowed = allowedIn(choice)
  const listed = unnamed && allowed === undefined ? [choice ?? null] : allowed?.["tools"]
  const entries = isArray(listed) ? listed.filter(isObject) : []
  const [entry, ...more] = entries
  if (entry === undefined) return undefined
  const names = new Set(entries.map(nameOf))
  return {
    lowered: !forcesCall(body) ? "auto" : unnamed || more.length > 0 ? "required" : entry,
    excludes: (tool) => !names.has(nameOf(tool))
  }
}

/** Whether a body forces a call. */
const forcesCall = ({ tool_choice: choice }: JsonObject): boolean => {
  const allowed = allowedIn(choice)
  return allowed === undefined ? choice === "required" || isObject(choice) : allowed["mode"] === "required"
}

const allowedIn = (choice: Json | undefined): JsonObject | undefined => {
  if (!isObject(choice) || choice["type"] !== "allowed_tools") return undefined
  const { allowed_tools: allowed } = choice
  return isObject(allowed) ? allowed : {}
}

/** The name of a tool, in a list of tools or of choices. */
const nameOf = ({ function: definition, custom }: JsonObject): Json | undefined => {
  const named = definition ?? custom
  return isObject(named) ? named["name"] : undefined
}
