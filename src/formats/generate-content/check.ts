import {
  areRecords,
  areTexts,
  type Check,
  checkMembers,
  checks,
  has,
  isCount,
  isFlag,
  isNumber,
  isRecord,
  isText,
  isWithin
} from "../../words/checks.ts"
import { Invalid } from "../../words/invalid.ts"
import { isObject, type Json, type JsonObject } from "../../words/json.ts"
import { below, type Pointer } from "../../words/pointer.ts"
import { Reader } from "../../words/reader.ts"
import { fail, type Result } from "../../words/result.ts"
import { camel, member, spelling } from "./wire.ts"

/**
 * What the endpoint's own table says of a body: `contents` is required, ranges are closed, types are strict. Members
 * and values that the table does not know pass. Null is absent; names may be spelled with capitals or underscores.
 */
export const check = (body: Json): Result<undefined, Invalid> => {
  if (!isObject(body)) return fail(Invalid.at("", "The body must be a JSON object."))
  const reader = new Reader()
  const contents = reader.required(body, "contents", "", reader.array)
  if (contents?.length === 0) reader.issue("/contents", "`contents` must hold at least one content.")
  contents?.forEach((content, index) => checkContent(reader, content, `/contents/${index}`))
  checkMembers(reader, body, "", table, camel)
  return reader.checked()
}

const roles: ReadonlySet<Json> = new Set<Json>(["user", "model", "function", ""])

const checkContent = (reader: Reader, content: Json, at: Pointer): void => {
  if (!isObject(content)) return reader.issue(at, noObject)
  const role = content["role"] ?? ""
  if (!roles.has(role)) reader.issue(below(at, "role"), "`role` must be `user` or `model`.")
  if (reader.required(content, "parts", at, () => true) === true) checkListed(reader, content, at)
}

/** Checks the parts of a content, of which the vendor takes a single one without its list too. */
const checkListed = (reader: Reader, content: JsonObject, at: Pointer): void => {
  const { parts } = content
  if (isObject(parts)) checkPart(reader, parts, below(at, "parts"))
  else checkParts(reader, reader.array(content, "parts", at) ?? [], below(at, "parts"))
}

const noObject = "This item must be an object."

const checkParts = (reader: Reader, parts: readonly Json[], at: Pointer): void => {
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]
    if (!isObject(part)) reader.issue(below(at, index), noObject)
    else if (typeof part["text"] !== "string" || Object.keys(part).length > 1) checkPart(reader, part, below(at, index))
  }
}

const checkPart = (reader: Reader, part: JsonObject, at: Pointer): void =>
  checkMembers(reader, part, at, partTable, camel)

/** A member of an object that must be there, in either spelling. */
const needs = (name: string, members: Readonly<Record<string, Check>>): Check => {
  const table = checks(members)
  return (reader, object, key, at) => {
    const inside = reader.object(object, key, at)
    if (inside === undefined) return
    const path = below(at, key)
    if ((member(inside, name) ?? null) === null) reader.issue(path, `\`${name}\` is required.`)
    checkMembers(reader, inside, path, table, camel)
  }
}

const partTable = checks({
  text: isText,
  thought: isFlag,
  thoughtSignature: isText,
  inlineData: needs("data", { data: isText, mimeType: isText }),
  fileData: needs("fileUri", { fileUri: isText, mimeType: isText }),
  functionCall: needs("name", { name: isText, id: isText, args: isRecord }),
  functionResponse: needs("name", { name: isText, id: isText, response: isRecord })
})

const checkSystem: Check = (reader, object, key, at) => {
  const system = reader.object(object, key, at)
  if (system !== undefined) checkListed(reader, system, below(at, key))
}

const checkTools: Check = (reader, object, key, at) => {
  for (const [tool, path] of reader.objects(object, key, at) ?? []) {
    const name = spelling(tool, "functionDeclarations")
    for (const [declared, place] of reader.objects(tool, name, path) ?? []) {
      reader.required(declared, "name", place, reader.string)
      reader.string(declared, "description", place)
      reader.object(declared, "parameters", place)
    }
  }
}

const isConfig = has(
  {
    temperature: isWithin(0, 2),
    topP: isNumber,
    topK: isNumber,
    maxOutputTokens: isCount,
    candidateCount: isCount,
    seed: isCount,
    logprobs: isCount,
    responseLogprobs: isFlag,
    stopSequences: areTexts,
    responseMimeType: isText,
    responseModalities: areTexts,
    responseSchema: isRecord,
    thinkingConfig: has({ includeThoughts: isFlag, thinkingBudget: isCount, thinkingLevel: isText }, camel),
    imageConfig: has({ aspectRatio: isText, imageSize: isText, imageOutputOptions: isRecord }, camel)
  },
  camel
)

const table = checks({
  generationConfig: isConfig,
  systemInstruction: checkSystem,
  safetySettings: areRecords,
  tools: checkTools,
  toolConfig: has({ functionCallingConfig: has({ mode: isText, allowedFunctionNames: areTexts }, camel) }, camel),
  cachedContent: isText
})
