import { member, spelling } from "../../formats/generate-content/wire.ts"
import { isObject, type JsonObject } from "../../core/json/json.ts"
import { childPointer } from "../../core/json/pointer.ts"
import type { ToolMix } from "./models.ts"
import type { Edits } from "./rules.ts"
import type { Element } from "./tools.ts"

/**
 * The vendor's own tools beside functions: from 3 on the API wants to be told that its own are called, too, and checks
 * every call against its schema; before, a model takes one kind, and the functions stay. `mix` is undefined where there
 * are no functions, or nothing is known of the model. Whether the vendor's own tools are left out.
 *
 * @see https://ai.google.dev/gemini-api/docs/tool-combination (read 2026-11)
 * @see https://github.com/cloudwego/eino-ext/issues/761 the refusal's words; the API of Vertex does not know the member
 */
export const fitMix = (
  editing: Edits,
  body: JsonObject,
  tools: readonly Element[],
  mix: ToolMix | undefined
): boolean => {
  if (mix === undefined || !tools.some(({ builtIns, searches }) => builtIns.length + searches.length > 0)) return false
  if (mix === "said") say(editing, body)
  else for (const tool of tools) leaveOut(editing, tool)
  return mix === "refused"
}

/** The member that says that the vendor's own tools are called beside functions. */
const saying = "includeServerSideToolInvocations"

const say = (editing: Edits, body: JsonObject): void => {
  const config = member(body, "toolConfig")
  const at = childPointer("", spelling(body, "toolConfig"))
  if (!isObject(config)) return editing.set(at, { [saying]: true }, "tool-mix-said", "/tools")
  const key = spelling(config, saying)
  if ((config[key] ?? null) === null) editing.set(childPointer(at, key), true, "tool-mix-said", "/tools")
  const calling = member(config, "functionCallingConfig")
  if (!isObject(calling) || calling["mode"] !== "AUTO") return
  editing.set(
    childPointer(childPointer(at, spelling(config, "functionCallingConfig")), "mode"),
    "VALIDATED",
    "tool-mix-mode"
  )
}

const leaveOut = (editing: Edits, { at, functions, searches, builtIns }: Element): void => {
  const left = [...searches.map((each) => each.at), ...builtIns]
  for (const place of left) editing.note(place, "tool-mix")
  if (functions.length > 0) for (const place of left) editing.change(place)
  else if (left.length > 0) editing.change(at)
}
