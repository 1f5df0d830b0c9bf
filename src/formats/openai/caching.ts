import type { ChatRequest } from "../../core/chat/chat.ts"
import type { ChatNode } from "../../core/chat/node.ts"
import type { MutableDraft } from "../../core/json/json.ts"
import {
  keptTextMember,
  memberTable,
  readMember,
  silentMember,
  takeMembers,
  type WireMember
} from "../../core/reading/member-table.ts"

const mark = memberTable<MutableDraft<ChatNode>>({
  mode: silentMember,
  ttl: keptTextMember((node, ttl) => {
    node.cache = { ...node.cache, ttl }
  })
})

/** `prompt_cache_breakpoint` of a part, OpenAI's own cache mark: everything up to it is cached. */
export const cacheBreakpoint: WireMember<MutableDraft<ChatNode>> = readMember({ inside: mark }, (from, key, node) => {
  const body = from.inside(key)
  if (body === undefined) return
  node.cache = { mode: "explicit" }
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
