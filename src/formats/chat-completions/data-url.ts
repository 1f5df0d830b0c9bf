import type { Source } from "../../words/chat.ts"

/** A `data:` URL in base64 as its MIME type and data; any other URL as it is. */
export const readUrl = (url: string): { readonly mime?: string; readonly source: Source } => {
  const comma = url.startsWith("data:") ? url.indexOf(",") : -1
  if (comma < 0) return { source: { kind: "url", url } }
  const head = url.slice(5, comma)
  if (!head.endsWith(";base64")) return { source: { kind: "url", url } }
  const mime = head.slice(0, -7)
  const source: Source = { kind: "base64", data: url.slice(comma + 1) }
  return mime === "" ? { source } : { mime, source }
}

/** A `data:` URL of base64 data. */
export const dataUrl = (mime: string | undefined, data: string): string => `data:${mime ?? ""};base64,${data}`
