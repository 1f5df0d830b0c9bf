import { readDataUrl } from "../../core/bytes/base64.ts"
import type { MediaPart } from "../../core/chat/chat.ts"
import type { MutableDraft } from "../../core/json/builder.ts"
import { readMember, type WireMember } from "../../core/reading/member-table.ts"

const noData = /^data:[^,]*,$/

/** The bytes of a medium, in a data URL, or its address. */
export const linkMember: WireMember<MutableDraft<MediaPart>> = readMember(
  (from, key, node) => {
    const url = from.string(key)
    if (url === undefined) return
    if (noData.test(url)) from.reader.issue(from.below(key), "The data URL holds no data.")
    const data = readDataUrl(url)
    node.source = data === undefined ? { kind: "url", url } : { kind: "base64", data: data.data }
    if (data !== undefined && data.mime !== "") node.mime = data.mime
  },
  [["source", ""]]
)
