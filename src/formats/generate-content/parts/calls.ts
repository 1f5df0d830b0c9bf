import { plainId } from "../../../words/chat/call-id.ts"
import type { ToolCallPart, ToolResultPart } from "../../../words/chat/chat.ts"
import { JsonText } from "../../../words/json/json.ts"
import type { Members } from "../../../words/reading/members.ts"
import { consume } from "../native.ts"
import { type Draft, set } from "../../../words/draft.ts"
import { id } from "../wire.ts"
import type { ReadPart } from "./reading.ts"

const noInput = JsonText.source("{}")

/** Reads a call that the client answers. In answers, what the request's encoding renamed is undone. */
export const readCall: ReadPart = ({ undo, answer }, members, member) => {
  const call = members.inside(member)
  const sent = call?.needed("name")
  if (call === undefined || sent === undefined) return undefined
  const json = call.record("args") ?? noInput
  const custom = undo.customTools.includes(sent)
  const part: Draft<ToolCallPart> = {
    type: "tool-call",
    at: members.at,
    name: undo.names.get(sent) ?? sent,
    of: custom ? "custom" : "function",
    runBy: "client",
    input: custom ? { kind: "text", text: freeText(json) } : { kind: "json", json }
  }
  const id = call.string("id")
  set(part, "id", answer && id !== undefined ? plainId(id) || undefined : id)
  return part
}

/** The free text in the input of a tool that was sent as a function with one string member `input`. */
const freeText = (json: JsonText): string => {
  const text = json.object?.["input"]
  return typeof text === "string" ? text : json.text
}

/** Reads code that the vendor runs. */
export const readCode: ReadPart = (_, members, member) => {
  const code = members.inside(member)
  if (code === undefined) return undefined
  const part: Draft<ToolCallPart> = {
    type: "tool-call",
    at: members.at,
    name: "code_execution",
    of: "code-execution",
    runBy: "provider",
    input: { kind: "code", code: code.string("code") ?? "", ...languageOf(code) },
    native: { format: id, kind: member }
  }
  set(part, "id", code.string("id"))
  return part
}

const languageOf = (code: Members): { readonly language?: string } => {
  const language = code.string("language")
  return language === undefined ? {} : { language }
}

/** Reads what code that the vendor ran gave. */
export const readCodeResult: ReadPart = (_, members, member) => {
  const result = members.inside(member)
  if (result === undefined) return undefined
  const outcome = result.string("outcome")
  const output = result.string("output")
  const part: Draft<ToolResultPart> = {
    type: "tool-result",
    at: members.at,
    name: "code_execution",
    of: "code-execution",
    runBy: "provider",
    output: { kind: "parts", parts: output === undefined ? [] : [{ type: "text", text: output }] },
    native: { format: id, kind: member }
  }
  set(part, "id", result.string("id"))
  if (outcome !== undefined) {
    part.error = outcome !== "OUTCOME_OK"
    consume(part, "outcome", JsonText.of(outcome))
  }
  return part
}

/** Reads a call of another tool that the vendor runs. */
export const readToolCall: ReadPart = (_, members, member) => {
  const call = members.inside(member)
  if (call === undefined) return undefined
  const part: Draft<ToolCallPart> = {
    type: "tool-call",
    at: members.at,
    name: call.string("toolType") ?? "",
    of: "other",
    runBy: "provider",
    input: { kind: "json", json: call.json("args") ?? noInput },
    native: { format: id, kind: member }
  }
  set(part, "id", call.string("id"))
  return part
}

/** Reads what another tool that the vendor runs answered. */
export const readToolResponse: ReadPart = (_, members, member) => {
  const answer = members.inside(member)
  if (answer === undefined) return undefined
  const part: Draft<ToolResultPart> = {
    type: "tool-result",
    at: members.at,
    name: answer.string("toolType") ?? "",
    of: "other",
    runBy: "provider",
    output: { kind: "json", json: answer.json("response") ?? noInput },
    native: { format: id, kind: member }
  }
  set(part, "id", answer.string("id"))
  return part
}
