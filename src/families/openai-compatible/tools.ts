import { isArray, isObject, type JsonObject } from "../../core/json/json.ts"
import { childPointer } from "../../core/json/pointer.ts"
import type { Differences, ModelRules } from "./differences.ts"
import { eachObject } from "../../core/reading/wire-objects.ts"
import type { Edits } from "./rules.ts"

/** Whether a body forces a call. */
export const forcesCall = ({ tool_choice: choice }: JsonObject): boolean => choice === "required" || isObject(choice)

/** Whether a body declares functions, or the vendor's tools that take text, in either spelling. */
export const declaresFunctions = ({ tools, functions }: JsonObject): boolean =>
  [tools, functions].some((list) => isArray(list) && list.length > 0)

/** Lets the model choose where it cannot be forced; functions are not strict where the API does not have that. */
export const fitTools = (
  editing: Edits,
  body: JsonObject,
  { strictTools }: Differences,
  known: ModelRules | undefined,
  thinks: boolean
): void => {
  const cannot = known?.forcedChoice === "never" || (known?.forcedChoice === "without-thinking" && thinks)
  if (cannot && forcesCall(body)) editing.set("/tool_choice", "auto", "choice-lowered")
  if (strictTools) return
  eachObject(body, "tools", "", (tool, at) => {
    const definition = tool["function"]
    if (!isObject(definition) || !Object.hasOwn(definition, "strict")) return
    editing.remove(childPointer(childPointer(at, "function"), "strict"), "tool-strict")
  })
}
