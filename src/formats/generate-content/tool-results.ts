import type { ContentPart, ToolOutput, ToolResultPart } from "../../core/chat/node.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  isObject,
  type JsonObject,
  JsonText
} from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { nearestOf, type NoteSink } from "../../core/notes/note.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { namesIn } from "../../core/reading/member-row.ts"
import {
  consume,
  consumed,
  type ContentTurn,
  type DecodeContext,
  type EncodeContext,
  type EncodedPart,
  encodeToolName,
  note,
  noteField,
  type PartDecoder
} from "./context.ts"
import { decodeMedia, unfolded } from "./media.ts"
import { signedPart } from "./opaque.ts"
import { encodeCallId, hasPlainId, spelledPlaces } from "./tool-calls.ts"
import { id } from "./wire.ts"

/** Takes a client's answer that says its name and an object, and an id or none; undefined for all others. */
export const takeResult = (answer: JsonObject, at: JsonPointer): MutableDraft<ToolResultPart> | undefined => {
  const { name, response, id } = answer
  if (typeof name !== "string" || !isObject(response) || !hasPlainId(answer, id)) return undefined
  return toolResult(at, name, JsonText.of(response), [], id)
}

const resultPlaces: ReadonlyMap<string, JsonPointer> = new Map([
  ["id", "/functionResponse/id"],
  ["name", "/functionResponse/name"],
  ["output", "/functionResponse/response"],
  ["error", "/functionResponse/response"]
])

const toolResult = (
  at: JsonPointer,
  name: string,
  response: JsonText | undefined,
  media: readonly ContentPart[],
  id: string | undefined
): MutableDraft<ToolResultPart> => {
  const part: MutableDraft<ToolResultPart> = {
    type: "tool-result",
    at,
    places: resultPlaces,
    of: "function",
    runBy: "client",
    output: toolOutput(response, media)
  }
  setDefined(part, "id", id)
  if (id === undefined) part.name = name
  else consume(part, "name", JsonText.of(name))
  if (response?.object !== undefined && Object.hasOwn(response.object, "error")) part.error = true
  return part
}

/**
 * Reads the client's answer to a call. A `response` of one text, in `output` or `error`, is that text. Beside an id the
 * name says nothing that the call does not.
 */
export const decodeToolResult: PartDecoder = (context, members, member) => {
  const answer = members.inside(member)
  const name = answer?.needed("name")
  if (answer === undefined || name === undefined) return undefined
  const response = answer.record("response")
  const media = answer.items("parts")?.flatMap((item) => decodeResultPart(context, item) ?? []) ?? []
  const part = toolResult(members.at, name, response, media, answer.string("id"))
  part.places = spelledPlaces(resultPlaces, members, member)
  return part
}

const decodeResultPart = (context: DecodeContext, item: ObjectReader): ContentPart | undefined => {
  const member = namesIn(item).find((name) => name === "inlineData" || name === "fileData")
  if (member === undefined) {
    return { type: "unknown", at: item.at, format: id, kind: namesIn(item)[0] ?? "", body: JsonText.of(item.object) }
  }
  const part = decodeMedia(context, item, member)
  return part && item.attachUnknown(part)
}

const toolOutput = (response: JsonText | undefined, media: readonly ContentPart[]): ToolOutput => {
  const text = response?.object === undefined ? undefined : loneText(response.object)
  if (response === undefined || text === "nothing") return { kind: "parts", parts: media }
  if (text !== undefined) return { kind: "parts", parts: [{ type: "text", text: text.text }, ...media] }
  return media.length === 0 ? { kind: "json", json: response } : { kind: "json", json: response, parts: media }
}

/** The one text of a response. */
const loneText = (response: JsonObject): { readonly text: string } | "nothing" | undefined => {
  const [key, second] = Object.keys(response)
  if (key === undefined) return "nothing"
  const text = response[key]
  return second === undefined && (key === "output" || key === "error") && typeof text === "string"
    ? { text }
    : undefined
}

/** A result's answer as an object, and the media beside it, which `write` writes. */
const encodeToolOutput = (
  to: EncodeContext,
  part: ToolResultPart,
  write: (media: readonly ContentPart[]) => readonly EncodedPart[],
  apart: EncodedPart[] | undefined
): JsonObjectBuilder => {
  const { output, error } = part
  const parts = output.kind === "json" ? (output.parts ?? []) : output.parts
  const texts: string[] = []
  const others: ContentPart[] = []
  for (const part of parts)
    for (const it of unfolded(to, part)) {
      const text = textInResult(it)
      if (text === undefined) others.push(it)
      else {
        texts.push(texts.length === 0 || it === part ? text : `\n${text}`)
        if (it.cache !== undefined) note(to, "cache-mark", nearestOf(it, "cache"))
      }
    }
  const exact = texts.length === 0 ? error !== true : texts.length === 1 && parts[0]?.type === "text"
  if (output.kind === "parts" && !exact) note(to, "tool-result", nearestOf(part, "output"))
  const written = write(others)
  const media = apart === undefined ? written : []
  if (apart !== undefined && written.length > 0) {
    note(to, "tool-result/media", nearestOf(part, "output"))
    for (const medium of written)
      texts.push(`${texts.length === 0 ? "" : "\n"}(part ${apart.push(medium)} of what follows)`)
  }
  return {
    response:
      output.kind === "json"
        ? encodeJsonOutput(to, part, output.json)
        : texts.length === 0 && error !== true
          ? {}
          : { [error === true ? "error" : "output"]: texts.join("") },
    parts: media.length === 0 ? undefined : media
  }
}

/** The text of a part that has no other place in a result. */
const textInResult = (part: ContentPart): string | undefined => {
  switch (part.type) {
    case "text":
    case "refusal":
      return part.text
    case "search-result":
      return [part.title, part.source, ...part.parts.map((it) => textInResult(it) ?? "")].join("\n")
    case "unknown":
      return part.words
    default:
      return undefined
  }
}

/** JSON as the object that a response must be. */
const encodeJsonOutput = (to: NoteSink, part: ToolResultPart, json: JsonText): EncodedPart => {
  const value = json.value
  const failed = part.error === true
  if (isObject(value) && (!failed || Object.hasOwn(value, "error"))) return json
  noteField(to, "tool-result/wrapped", part, "output")
  return { [failed ? "error" : "output"]: value === undefined ? json.text : json }
}

/** A client's answer to a call, under the name of its function; `encodeBeside` writes the parts beside its text. */
export const encodeToolResult = (
  to: EncodeContext,
  part: ToolResultPart,
  turn: ContentTurn,
  encodeBeside: (parts: readonly ContentPart[]) => readonly EncodedPart[]
): JsonObjectBuilder | undefined => {
  const name = resultName(to, part, turn)
  if (name === undefined) return undefined
  const answer = encodeToolOutput(
    to,
    part,
    (parts) => encodeBeside(parts.filter((it) => isBesideText(to, it))),
    turn.apart
  )
  return signedPart(to, { functionResponse: { id: encodeCallId(part), name, ...answer } }, part)
}

/** Whether a result holds a part beside its text: media, and what its own format alone knows. */
const isBesideText = (to: EncodeContext, part: ContentPart): boolean => {
  const holds = part.type === "media" || (part.type === "unknown" && part.format === id)
  if (!holds) note(to, "unknown-part", part.at)
  return holds
}

/** The name of the function that a result answers: its call's, or its own. */
const resultName = (to: EncodeContext, result: ToolResultPart, { calls }: ContentTurn): string | undefined => {
  const call = calls.take(result)
  if (call !== undefined && result.id === undefined && result.name === undefined) note(to, "unnamed-result", result.at)
  const asRead = consumed(result, "name")?.value
  const name = call?.name ?? result.name ?? (typeof asRead === "string" ? asRead : undefined)
  return name === undefined ? undefined : encodeToolName(to, name)
}
