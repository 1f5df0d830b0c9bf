import { dataUrl, readDataUrl } from "../../core/bytes/base64.ts"
import type { ChatRequest, CustomTool, MediaPart } from "../../core/chat/chat.ts"
import { type ChatEncodeContext, neededBytes } from "../../core/chat/request.ts"
import type { MutableDraft, JsonTemplate } from "../../core/json/json.ts"
import { textRow } from "../../core/reading/member-row.ts"
import {
  readMember,
  type WireMember,
  keptTextMember,
  type MemberTable,
  memberTable,
  neededMember,
  silentMember,
  takeMembers
} from "../../core/reading/member-table.ts"
import type { ChatNode } from "../../core/chat/node.ts"

const noData = /^data:[^,]*,$/

/** The bytes of a medium, in a data URL, or its address. */
export const linkMember: WireMember<MutableDraft<MediaPart>> = readMember(
  textRow,
  (from, key, node) => {
    const url = from.string(key)
    if (url === undefined) return
    if (noData.test(url)) from.reader.issue(from.below(key), "The data URL has no data.")
    const data = readDataUrl(url)
    node.source = data === undefined ? { kind: "url", url } : { kind: "base64", data: data.data }
    if (data !== undefined && data.mime !== "") node.mime = data.mime
  },
  [["source", ""]]
)

/** The same as it is written. A target that `fetches` none gets bytes; where they are not there yet, the address stands in. */
export const linkOf = (to: Pick<ChatEncodeContext, "target" | "needs">, part: MediaPart, fetches?: boolean): string => {
  const { source, mime = "" } = part
  if (source.kind === "base64") return dataUrl(mime, source.data)
  const found = neededBytes(to, part, fetches)
  return found !== undefined ? dataUrl(found.mime, found.base64) : source.kind === "url" ? source.url : ""
}

const mark = memberTable<MutableDraft<ChatNode>>({
  mode: silentMember,
  ttl: keptTextMember((node, ttl) => {
    node.cache = { ttl }
  })
})

/** `prompt_cache_breakpoint` of a part, OpenAI's own cache mark: everything up to it is cached. */
export const cacheBreakpoint: WireMember<MutableDraft<ChatNode>> = readMember({ inside: mark }, (from, key, node) => {
  const body = from.inside(key)
  if (body === undefined) return
  node.cache = {}
  takeMembers(mark, body, node)
})

/** The members of automatic caching: the field, and where its member stands. */
export const cachingMembers = [
  ["key", "", "prompt_cache_key"],
  ["mode", "/prompt_cache_options", "mode"],
  ["ttl", "/prompt_cache_options", "ttl"],
  ["retain", "", "prompt_cache_retention"]
] as const

/** Whether a request came in one of the two formats of OpenAI's, whose marks of what to cache its newer models alone take. */
export const isInVendorsWords = ({ native }: ChatNode): boolean =>
  native?.format === "chat-completions" || native?.format === "responses"

/** What of automatic caching the other of OpenAI's two formats says: the rest are not this vendor's words. */
export const saidCaching = (request: ChatRequest): readonly (typeof cachingMembers)[number][] =>
  cachingMembers.filter(
    ([field]) =>
      request.autoCache?.[field] !== undefined && (field === "key" || field === "retain" || isInVendorsWords(request))
  )

/**
 * How long a mark of what to cache holds, where the vendor has that time.
 *
 * @see https://developers.openai.com/api/docs/guides/prompt-caching and the types of the SDK 7.57
 */
export const breakpointTime = (root: ChatNode, ttl: string | undefined): string | undefined =>
  isInVendorsWords(root) && (ttl === "30m" || ttl === "12h") ? ttl : undefined

const ofGrammar = readMember<MutableDraft<CustomTool>>(textRow, (from, key, node) => {
  const value = from.string(key)
  if (value !== undefined) node.grammar = { syntax: "", definition: "", ...node.grammar, [key]: value }
})

/** The members of a grammar, which the free text of a tool's calls follows. */
export const grammarMembers = { syntax: neededMember(ofGrammar), definition: neededMember(ofGrammar) }

/** `format` of a tool that takes free text: a grammar is read, and all else kept. */
export const formatMember = (
  inside: MemberTable<MutableDraft<CustomTool>>,
  write: (grammar: Required<CustomTool>["grammar"]) => JsonTemplate
): WireMember<MutableDraft<CustomTool>> => ({
  inside,
  says: [["grammar", ""]],
  read: (from, key, node) => {
    const body = from.inside(key)
    if (body?.object["type"] === "grammar") takeMembers(inside, body, node)
  },
  write: ({ grammar }) => grammar && write(grammar)
})
