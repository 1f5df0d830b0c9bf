import {
  memberKey,
  memberOf,
  signatureBypass,
  camelCase,
  searchNames,
  searchTool,
  vendorTools
} from "../../formats/generate-content/wire.ts"
import type { WireRequest, BodyEdit, WireNames } from "../../core/format.ts"
import { isObject, type JsonObject, isArray, type Json } from "../../core/json/json.ts"
import type { Translated } from "../../core/notes/note.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import type { ThinkingConfig } from "../../core/chat/thinking.ts"
import { BodyEditor } from "../models/chat.ts"
import { fitThinking } from "./thinking.ts"
import { type GeminiRules, mixOf, type Edits, geminiRules, type ToolMix } from "./models.ts"
import { eachObject } from "../../core/reading/issue-reader.ts"
import { isSigned } from "../../formats/generate-content/passthrough.ts"

/**
 * What a Gemini model gets otherwise than the client sent it, as edits of a body of the generate-content format: the
 * thinking that its id's suffix asks for, a thinking control that it does not take so, its search under a function's
 * name, its own tools beside functions, calls without the signatures that it demands, options, penalties and log
 * probabilities that the API does not take, and more tokens or answers than it gives. Media by a URL that the model does
 * not fetch are its vendor's to refuse where the client speaks the vendor's format.
 */
export const geminiEdits = (
  call: WireRequest,
  model: GeminiRules | undefined,
  suffix: ThinkingConfig | undefined
): Translated<readonly BodyEdit[]> => {
  const editor: Edits = new BodyEditor(geminiRules)
  const body = call.body.object
  if (body !== undefined) {
    fitLimits(editor, body, model)
    fitThinking(editor, body, model, suffix)
    fitTools(editor, body, call.names, mixOf(call.model, model))
    fitSignatures(editor, body, call.model, model)
    dropImageOutput(editor, body)
    dropPenalties(editor, body, model)
    dropLogprobs(editor, body, model)
  }
  return editor.result
}

/** The options of a body, and where each of them stands; undefined where it has none. */
const optionsIn = (body: JsonObject) => {
  const config = memberOf(body, "generationConfig")
  if (!isObject(config)) return undefined
  const parent = childPointer("", memberKey(body, "generationConfig"))
  return { config, at: (name: string): JsonPointer => childPointer(parent, memberKey(config, name)) }
}

/** Brings the limit of the output, and the count of answers, below what a listed model gives. */
const fitLimits = (editor: Edits, body: JsonObject, model: GeminiRules | undefined): void => {
  const options = optionsIn(body)
  if (model === undefined || options === undefined) return
  const fit = (name: string, rule: "output" | "candidates"): void => {
    const wanted = memberOf(options.config, name)
    if (typeof wanted === "number" && wanted > model[rule]) editor.set(options.at(name), model[rule], rule)
  }
  fit("maxOutputTokens", "output")
  fit("candidateCount", "candidates")
}

/** The listed models answer any penalty with "Penalty is not enabled". */
const dropPenalties = (editor: Edits, body: JsonObject, model: GeminiRules | undefined): void => {
  const options = optionsIn(body)
  if (model === undefined || options === undefined) return
  for (const name of ["presencePenalty", "frequencyPenalty"]) {
    const penalty = memberOf(options.config, name)
    if (penalty === undefined) continue
    editor.remove(options.at(name), penalty === 0 ? "penalty-none" : "penalty")
  }
}

/**
 * The listed models answer a request for log probabilities with "Logprobs is not enabled"; Vertex alone tells some.
 *
 * @see https://github.com/mscraftsman/generative-ai/issues/135 2.5 Pro, in the vendor's words (2025-11)
 * @see https://github.com/langchain-ai/langchain-google/pull/1266 2.5 Flash (2025-11)
 * @see https://github.com/Vela-Research/think-reason-learn/issues/34 2.5 Flash-Lite (2025-10)
 */
const dropLogprobs = (editor: Edits, body: JsonObject, model: GeminiRules | undefined): void => {
  const options = optionsIn(body)
  if (model === undefined || options === undefined || memberOf(options.config, "responseLogprobs") !== true) return
  for (const name of ["responseLogprobs", "logprobs"]) {
    if (memberOf(options.config, name) !== undefined) editor.remove(options.at(name), "logprobs")
  }
}

const dropImageOutput = (editor: Edits, body: JsonObject): void => {
  const options = optionsIn(body)
  const image = options && memberOf(options.config, "imageConfig")
  if (options === undefined || !isObject(image)) return
  const key = memberKey(image, "imageOutputOptions")
  if (Object.hasOwn(image, key)) editor.remove(childPointer(options.at("imageConfig"), key), "image-output")
}

/** A part, and where it stands. */
interface Placed {
  readonly part: JsonObject
  readonly at: JsonPointer
}

/** Contents of one role in a row. */
interface Turn {
  readonly isModel: boolean
  readonly parts: Placed[]
}

/**
 * Puts Google's placeholder onto the first call of each step since the user last spoke, where it has no signature that the
 * model takes back: another vendor's model made it.
 *
 * @see https://ai.google.dev/gemini-api/docs/thought-signatures (which calls need one, and the placeholder; read 2026-11)
 */
const fitSignatures = (editor: Edits, body: JsonObject, model: string, rules: GeminiRules | undefined): void => {
  if (rules?.signedCalls !== true) return
  const turns = turnsIn(body)
  const spoke = turns.findLastIndex(({ isModel, parts }) => !isModel && !parts.some(isResult))
  for (const { isModel, parts } of turns.slice(spoke + 1)) {
    const first = isModel ? parts.find(isCall) : undefined
    if (first === undefined || isSigned(first.part, model)) continue
    const place = childPointer(first.at, memberKey(first.part, "thoughtSignature"))
    editor.set(place, signatureBypass, "signature", first.at)
  }
}

const isCall = ({ part }: Placed): boolean => memberOf(part, "functionCall") !== undefined

const isResult = ({ part }: Placed): boolean => memberOf(part, "functionResponse") !== undefined

/** The contents of a body as turns; whoever is not the model is the user. */
const turnsIn = (body: JsonObject): readonly Turn[] => {
  const turns: Turn[] = []
  eachObject(body, memberKey(body, "contents"), "", (content, at) => {
    const isModel = content["role"] === "model"
    const last = turns.at(-1)
    const turn = last?.isModel === isModel ? last : { isModel, parts: [] }
    if (turn !== last) turns.push(turn)
    eachObject(content, "parts", at, (part, place) => turn.parts.push({ part, at: place }))
  })
  return turns
}

/**
 * A function by one of the search's names is the vendor's search; it is declared once, and cannot be forced. The
 * vendor's own tools beside functions are said, or left out, as the model has it.
 */
const fitTools = (editor: Edits, body: JsonObject, wireNames: WireNames, mix: ToolMix | undefined): void => {
  const names = searchNames(wireNames)
  const tools = toolsIn(body, names)
  const hasFunctions = tools.some(({ functions }) => functions.length > 0)
  const isLeftOut = fitMix(editor, body, tools, hasFunctions ? mix : undefined)
  if (!tools.some(({ searches }) => searches.length > 0)) return
  if (!isLeftOut) putSearch(editor, body, tools)
  fitChoice(editor, body, names, hasFunctions)
}

/** Puts the vendor's search in the place of functions by its names. */
const putSearch = (editor: Edits, body: JsonObject, tools: readonly ToolElement[]): void => {
  let stands = tools.some(({ searching }) => searching)
  for (const { at, functions, searches, size } of tools) {
    if (searches.length === 0) continue
    if (functions.length === 0 && size === 1) {
      editor.change(at, stands ? undefined : { [searchTool]: {} })
      stands = true
    } else for (const each of searches) editor.change(each.at)
    for (const { at: place, parameters } of searches) {
      editor.note(place, "search")
      if (parameters !== undefined) editor.note(parameters, "search-parameters")
    }
  }
  const all = memberOf(body, "tools")
  if (stands) return
  if (isArray(all)) editor.change(childPointer("/tools", all.length), { [searchTool]: {} })
  else editor.change(childPointer("/tools", searchTool), {})
}

/** A choice among functions, without the search. */
const fitChoice = (editor: Edits, body: JsonObject, names: ReadonlySet<string>, rest: boolean): void => {
  const config = memberOf(body, "toolConfig")
  const calling = isObject(config) ? memberOf(config, "functionCallingConfig") : undefined
  if (!isObject(config) || !isObject(calling)) return
  const at = childPointer(childPointer("", memberKey(body, "toolConfig")), memberKey(config, "functionCallingConfig"))
  const allowed = memberOf(calling, "allowedFunctionNames")
  const left = isArray(allowed) ? allowed.filter((name) => typeof name !== "string" || !names.has(name)) : undefined
  if (!rest || left?.length === 0) {
    editor.change(at)
    if (calling["mode"] !== "AUTO") editor.note(at, "search-choice")
  } else if (isArray(allowed) && left !== undefined && left.length < allowed.length) {
    const place = childPointer(at, memberKey(calling, "allowedFunctionNames"))
    editor.change(place, left)
    editor.note(place, "search-choice")
  }
}

/**
 * The vendor's own tools beside functions: from 3 on the API wants to be told that its own are called, too, and checks
 * every call against its schema; before, a model takes one kind, and the functions stay. `mix` is undefined where there
 * are no functions, or nothing is known of the model. Whether the vendor's own tools are left out.
 *
 * @see https://ai.google.dev/gemini-api/docs/tool-combination (read 2026-11)
 * @see https://github.com/cloudwego/eino-ext/issues/761 the refusal's words; the API of Vertex does not know the member
 */
const fitMix = (editor: Edits, body: JsonObject, tools: readonly ToolElement[], mix: ToolMix | undefined): boolean => {
  if (mix === undefined || !tools.some(({ builtIns, searches }) => builtIns.length + searches.length > 0)) return false
  if (mix === "said") sayToolMix(editor, body)
  else for (const tool of tools) leaveOut(editor, tool)
  return mix === "refused"
}

/** The member that says that the vendor's own tools are called beside functions. */
const saying = "includeServerSideToolInvocations"

const sayToolMix = (editor: Edits, body: JsonObject): void => {
  const config = memberOf(body, "toolConfig")
  const at = childPointer("", memberKey(body, "toolConfig"))
  if (!isObject(config)) return editor.set(at, { [saying]: true }, "tool-mix-said", "/tools")
  const key = memberKey(config, saying)
  if ((config[key] ?? null) === null) editor.set(childPointer(at, key), true, "tool-mix-said", "/tools")
  const calling = memberOf(config, "functionCallingConfig")
  if (!isObject(calling) || calling["mode"] !== "AUTO") return
  const mode = childPointer(childPointer(at, memberKey(config, "functionCallingConfig")), "mode")
  editor.set(mode, "VALIDATED", "tool-mix-mode")
}

const leaveOut = (editor: Edits, { at, functions, searches, builtIns }: ToolElement): void => {
  const left = [...searches.map((each) => each.at), ...builtIns]
  for (const place of left) editor.note(place, "tool-mix")
  if (functions.length > 0) for (const place of left) editor.change(place)
  else if (left.length > 0) editor.change(at)
}

/** A declared function, and where it stands. */
interface DeclaredFunction {
  readonly name: Json | undefined
  readonly at: JsonPointer
  /** Where its parameters stand; undefined where it has none. */
  readonly parameters: JsonPointer | undefined
}

/** An element of `tools`: its functions, those that mean the vendor's search apart, and the vendor's own tools. */
interface ToolElement {
  readonly at: JsonPointer
  readonly functions: readonly DeclaredFunction[]
  readonly searches: readonly DeclaredFunction[]
  /** Where the vendor's own tools stand. */
  readonly builtIns: readonly JsonPointer[]
  /** Whether the vendor's search is among those, under any of its names. */
  readonly searching: boolean
  /** How many members it has. */
  readonly size: number
}

/** The tools of a body. */
const toolsIn = (body: JsonObject, names: ReadonlySet<string>): readonly ToolElement[] => {
  const tools: ToolElement[] = []
  eachObject(body, memberKey(body, "tools"), "", (tool, at) => tools.push(elementOf(tool, at, names)))
  return tools
}

const elementOf = (tool: JsonObject, at: JsonPointer, names: ReadonlySet<string>): ToolElement => {
  const declared = declaredIn(tool, at)
  const isSearch = ({ name }: DeclaredFunction): boolean => typeof name === "string" && names.has(name)
  const keys = Object.keys(tool)
  const builtIns = keys.filter((key) => vendorTools.has(camelCase(key)) || names.has(camelCase(key)))
  return {
    at,
    functions: declared.filter((each) => !isSearch(each)),
    searches: declared.filter(isSearch),
    builtIns: builtIns.map((key) => childPointer(at, key)),
    searching: builtIns.some((key) => names.has(camelCase(key))),
    size: keys.length
  }
}

const declaredIn = (tool: JsonObject, at: JsonPointer): readonly DeclaredFunction[] => {
  const declared = memberOf(tool, "functionDeclarations")
  const list = childPointer(at, memberKey(tool, "functionDeclarations"))
  const items = isArray(declared) ? declared : isObject(declared) ? [declared] : []
  return items.map((item, index) => {
    const place = isArray(declared) ? childPointer(list, index) : list
    if (!isObject(item)) return { name: undefined, at: place, parameters: undefined }
    const named = ["parameters", "parametersJsonSchema"].map((name) => memberKey(item, name))
    const parameters = named.find((name) => hasParameters(item[name]))
    return {
      name: item["name"],
      at: place,
      parameters: parameters === undefined ? undefined : childPointer(place, parameters)
    }
  })
}

const hasParameters = (schema: Json | undefined): boolean => {
  const properties = isObject(schema) ? memberOf(schema, "properties") : undefined
  return isObject(properties) && Object.keys(properties).length > 0
}
