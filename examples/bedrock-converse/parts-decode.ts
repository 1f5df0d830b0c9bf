import {
  type CacheMark,
  type ChatNode,
  type ContentPart,
  JsonText,
  type MutableDraft,
  namesIn,
  type ObjectReader,
  setDefined,
  type ToolOutput
} from "../../src/format.ts"
import { id, signer } from "./rules.ts"

/** Content blocks as parts; a cache point marks the part before it. */
export const readBlocks = (blocks: readonly ObjectReader[]): readonly ContentPart[] => {
  const parts: MutableDraft<ContentPart>[] = []
  for (const block of blocks) if (!marks(block, parts.at(-1))) parts.push(readBlock(block))
  return parts
}

/** Whether a block is a cache point, and nothing else, that now marks the node before it. */
export const marks = ({ object }: ObjectReader, before: MutableDraft<ChatNode> | undefined): boolean => {
  const point = object["cachePoint"]
  if (before === undefined || before.cache !== undefined || Object.keys(object).length !== 1) return false
  const mark = cacheMark(point)
  if (mark !== undefined) before.cache = mark
  return mark !== undefined
}

const cacheMark = (point: unknown): CacheMark | undefined => {
  if (typeof point !== "object" || point === null) return undefined
  const { type, ttl, ...more } = { type: undefined, ttl: undefined, ...point }
  if (type !== "default" || Object.keys(more).length > 0) return undefined
  return ttl === undefined ? {} : typeof ttl === "string" ? { ttl } : undefined
}

const readBlock = (block: ObjectReader): MutableDraft<ContentPart> => {
  const [first = ""] = namesIn(block)
  const kind = namesIn(block).find((name) => Object.hasOwn(readers, name)) ?? first
  const part = readers[kind]?.(block)
  if (part !== undefined) return block.attachUnknown({ ...part, at: block.at })
  return { type: "unknown", at: block.at, format: id, kind, body: JsonText.of(block.object) }
}

/** How a block of each kind reads; undefined: it is kept whole. */
const readers: Readonly<Record<string, (block: ObjectReader) => MutableDraft<ContentPart> | undefined>> = {
  text: (block) => ({ type: "text", text: block.string("text") ?? "" }),
  image: (block) => {
    const { format, source } = objectOf(block.object["image"])
    const data = objectOf(source)["bytes"]
    if (typeof format !== "string" || typeof data !== "string") return undefined
    const image = block.inside("image")
    image?.skip("format")
    image?.inside("source")?.skip("bytes")
    return { type: "media", media: "image", mime: `image/${format}`, source: { kind: "base64", data } }
  },
  toolUse: (block) => {
    const call = block.inside("toolUse")
    const json = call?.json("input") ?? JsonText.source("{}")
    const name = call?.needed("name") ?? ""
    const part: MutableDraft<Extract<ContentPart, { type: "tool-call" }>> = {
      type: "tool-call",
      name,
      of: "function",
      runBy: "client",
      input: { kind: "json", json }
    }
    setDefined(part, "id", call?.needed("toolUseId"))
    return part
  },
  toolResult: (block) => {
    const result = block.inside("toolResult")
    const status = result?.word("status", statuses)
    const part: MutableDraft<Extract<ContentPart, { type: "tool-result" }>> = {
      type: "tool-result",
      of: "function",
      runBy: "client",
      output: outputOf(result?.items("content") ?? [])
    }
    setDefined(part, "id", result?.needed("toolUseId"))
    setDefined(part, "error", status)
    return part
  },
  reasoningContent: (block) => {
    const content = block.inside("reasoningContent")
    const redacted = content?.string("redactedContent")
    if (redacted !== undefined)
      return { type: "reasoning", opaque: [{ vendor: signer, kind: "redacted", data: redacted }] }
    const thought = content?.inside("reasoningText")
    const part: MutableDraft<Extract<ContentPart, { type: "reasoning" }>> = {
      type: "reasoning",
      text: thought?.needed("text") ?? ""
    }
    const data = thought?.string("signature")
    if (data !== undefined) part.opaque = [{ vendor: signer, kind: "signature", data }]
    return part
  }
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

const statuses: ReadonlyMap<string, boolean> = new Map([
  ["success", false],
  ["error", true]
])

const outputOf = (blocks: readonly ObjectReader[]): ToolOutput => {
  const [only, ...more] = blocks
  const json = only !== undefined && namesIn(only).length === 1 && more.length === 0 ? only.json("json") : undefined
  return json === undefined ? { kind: "parts", parts: readBlocks(blocks) } : { kind: "json", json }
}
