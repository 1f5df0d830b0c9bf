import type { FunctionTool } from "../../core/chat/chat.ts"
import { isStrictAsItStands } from "../openai/strict.ts"
import { consumed, kindOf } from "./context.ts"
import { id } from "./wire.ts"

/** What marks a function of which nobody said whether it is strict. */
const unsaid = "unsaid"

/**
 * A function as the vendor makes it of one that does not say whether it is strict: it is where its schema can be.
 *
 * @see https://github.com/openai/openai-node `strict` of `NamespaceTool.Function` of openai 7.57.0 (read 2026-11)
 * @see https://github.com/juspay/neurolink/pull/1691 the vendor's guide to function calling (2026)
 */
export const attempted = (tool: FunctionTool): FunctionTool => {
  const { strict, input, native, places = [] } = tool
  if (strict !== undefined || consumed(tool, "strict") !== undefined) return tool
  if (input === undefined || !isStrictAsItStands(input)) return tool
  return {
    ...tool,
    strict: true,
    native: { ...native, format: id, kind: unsaid },
    places: new Map([...places, ["strict", ""]])
  }
}

/** Whether a function is strict, as its client said it. */
export const saidStrict = (tool: FunctionTool): boolean | undefined =>
  kindOf(tool) === unsaid ? undefined : tool.strict
