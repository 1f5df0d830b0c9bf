import type { ChatNode } from "../../core/chat/node.ts"
import type { MutableDraft } from "../../core/json/builder.ts"
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
    node.cache = { ttl }
  })
})

/** `prompt_cache_breakpoint` of a part, OpenAI's own cache mark: everything up to it is cached. */
export const cacheBreakpoint: WireMember<MutableDraft<ChatNode>> = readMember((from, key, node) => {
  const body = from.inside(key)
  if (body === undefined) return
  node.cache = {}
  takeMembers(mark, body, node)
})
