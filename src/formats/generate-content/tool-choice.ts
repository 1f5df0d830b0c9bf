import type { ChatRequest } from "../../core/chat/chat.ts"
import { type ToolChoice, mustCall } from "../../core/chat/tool.ts"
import type { JsonObjectBuilder, MutableDraft } from "../../core/json/json.ts"
import { describedRow, textsRow, wordRow } from "../../core/reading/member-row.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { type EncodeContext, encodeToolName, type FieldPlaces, noteField } from "./context.ts"

type Mode = "auto" | "none" | "required" | "validated"

/** The modes by their word in any letters; that in capitals is written. */
const modes: ReadonlyMap<string, Mode> = new Map(
  (
    [
      ["AUTO", "auto"],
      ["NONE", "none"],
      ["ANY", "required"],
      ["VALIDATED", "validated"]
    ] as const
  ).flatMap(([word, mode]) => [
    [word.toLowerCase(), mode],
    [word, mode]
  ])
)

/** The word of each mode. */
const modeWords: ReadonlyMap<string, string> = new Map([...modes].map(([word, mode]) => [mode, word]))

/** The members of `functionCallingConfig`. */
export const callingMembers = {
  mode: describedRow(wordRow(modes), { examples: [...modeWords.values()] }),
  allowedFunctionNames: textsRow
}

/** Reads `toolConfig`. One tool that alone may be called, and must be, is a choice of that tool. */
export const decodeToolChoice = (body: ObjectReader, request: MutableDraft<ChatRequest>, places: FieldPlaces): void => {
  const calling = body.inside("toolConfig")?.inside("functionCallingConfig")
  const mode = calling && callingMembers.mode.read(calling, "mode")
  if (calling === undefined || mode === undefined) return
  const only = callingMembers.allowedFunctionNames.read(calling, "allowedFunctionNames")
  places.set("toolChoice", calling.at)
  request.toolChoice = choiceOf(mode, only)
}

const choiceOf = (mode: Mode, only: readonly string[] | undefined): ToolChoice => {
  const [name, second] = only ?? []
  if (mode === "required" && name !== undefined && second === undefined) return { mode: "tool", of: "function", name }
  return only === undefined ? { mode } : { mode, only }
}

/** Writes which tools may or must be called, and notes what of it is lost; `names`: those of the functions that are sent. */
export const encodeToolChoice = (to: EncodeContext, out: JsonObjectBuilder, names: ReadonlySet<string>): void => {
  const { toolChoice, parallelToolCalls } = to.request
  if (parallelToolCalls !== undefined) {
    noteField(to, parallelToolCalls ? "idle-setting" : "unsupported", to.request, "parallelToolCalls")
  }
  if (toolChoice === undefined) return
  if (names.size === 0 && !to.own) return withoutTools(to)
  const calling = choiceOut(to, toolChoice, names)
  if (calling !== undefined) out["toolConfig"] = { functionCallingConfig: calling }
}

/** Without functions there is nothing to choose; what had to be called cannot be. */
const withoutTools = (to: EncodeContext): void =>
  noteField(to, mustCall(to.request) ? "tool-choice-lost" : "idle-setting", to.request, "toolChoice")

const choiceOut = (
  to: EncodeContext,
  choice: ToolChoice,
  names: ReadonlySet<string>
): JsonObjectBuilder | undefined => {
  if (choice.mode === "tool") {
    if (!names.has(choice.name) && !to.own) noteField(to, "tool-choice-lost", to.request, "toolChoice")
    if (choice.of !== "function" && !to.own) noteField(to, "tool-choice", to.request, "toolChoice")
    return { mode: "ANY", allowedFunctionNames: [encodeToolName(to, choice.name)] }
  }
  const known = to.own ? choice.only : choice.only?.filter((name) => names.has(name))
  if (known?.length === 0 && choice.mode === "required" && !to.own)
    noteField(to, "tool-choice-lost", to.request, "toolChoice")
  if (known?.length === 1 && choice.mode === "required") noteField(to, "tool-choice", to.request, "toolChoice")
  const only = choice.mode === "auto" && !to.own ? undefined : known
  return { mode: modeWords.get(choice.mode), allowedFunctionNames: only?.map((name) => encodeToolName(to, name)) }
}
