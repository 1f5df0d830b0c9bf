import type { ToolResultPart } from "../../core/chat/chat.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  type JsonTemplate,
  JsonText
} from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import {
  decodeInnerContent,
  finishDecoded,
  note,
  type PartDecoder,
  type EncodeContext,
  finishCacheable,
  encodeContent,
  type PartsEncoder
} from "./context.ts"
import { vendorToolKind } from "./wire.ts"
import type { CallIds } from "./tool-calls.ts"

const noContent = JsonText.source("null")

const errorPlaces: ReadonlyMap<string, JsonPointer> = new Map([
  ["id", "/tool_use_id"],
  ["error", "/is_error"]
])

const resultPlaces: ReadonlyMap<string, JsonPointer> = new Map([...errorPlaces, ["output", "/content"]])

/** Reads the client's answer to a call, or what a tool that the vendor runs answered, whose content crosses unread. */
export const decodeToolResult: PartDecoder = (context, block, type) => {
  const client = type === "tool_result"
  const id = client ? block.needed("tool_use_id") : block.string("tool_use_id")
  if (client && id === undefined) return undefined
  const content = client ? decodeInnerContent(context, block) : undefined
  const part: MutableDraft<ToolResultPart> = {
    type: "tool-result",
    at: block.at,
    of: client ? "function" : vendorToolKind(type),
    runBy: client ? "client" : "provider",
    output:
      content === undefined
        ? { kind: "json", json: block.json("content") ?? noContent }
        : { kind: "parts", parts: content.parts }
  }
  setDefined(part, "id", id)
  setDefined(part, "error", block.boolean("is_error"))
  if (client) part.places = block.says("content") ? resultPlaces : errorPlaces
  return finishDecoded(block, part, client ? content?.kind : type)
}

/** The client's answer to a call; undefined where there is no such call. `write` writes the blocks inside it. */
export const encodeToolResult = (
  to: EncodeContext,
  part: ToolResultPart,
  ids: CallIds,
  write: PartsEncoder
): JsonObjectBuilder | undefined => {
  const call = ids.ofResult(part)
  if (call === undefined) return undefined
  if (call.guessed) note(to, "unnamed-result", part.at)
  const content = encodeResultContent(part, write)
  return finishCacheable(to, { type: "tool_result", tool_use_id: call.id, content, is_error: part.error }, part)
}

/** Nothing where the result has no parts; a string where it came so. */
const encodeResultContent = (part: ToolResultPart, write: PartsEncoder): JsonTemplate | undefined => {
  const { output } = part
  if (output.kind === "json") return [{ type: "text", text: output.json.text }, ...write(output.parts ?? [])]
  const content = encodeContent(part, output.parts, write)
  return typeof content !== "string" && content.length === 0 ? undefined : content
}
