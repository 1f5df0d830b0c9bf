import { dataUrl, readDataUrl } from "../../core/bytes.ts"
import type { MediaPart } from "../../core/chat/chat.ts"
import { aboutDocument, type ChatEncodeContext, neededBytes } from "../../core/chat/codec.ts"
import type { JsonTemplate, MutableDraft } from "../../core/json/json.ts"
import { textRow } from "../../core/reading/member-row.ts"
import { readMember, type WireMember } from "../../core/reading/member-table.ts"

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

/** What a text before a file says of it. `named`: its title is its name, and says itself where nothing else is said. */
export const aboutFile = (part: MediaPart, named: boolean): string =>
  named && part.context === undefined ? "" : aboutDocument(part)

/** Items behind a text of a type, where there is one. */
export const behind = (type: string, text: string, items: readonly JsonTemplate[]): readonly JsonTemplate[] =>
  text === "" ? items : [{ type, text }, ...items]
