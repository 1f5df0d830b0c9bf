import type { CitedSource, GroundingMetadata } from "../../../core/chat/chat.ts"
import type { MutableDraft } from "../../../core/json/builder.ts"
import { isArray, isObject, type Json, type JsonObject } from "../../../core/json/json.ts"

/**
 * What a search found for a whole answer, as some vendors say it beside the choices: `citations` are addresses,
 * `search_results` and `web_search` name pages. Undefined where nothing was found.
 */
export const readSources = ({
  citations,
  web_search: found,
  search_results: results = found
}: JsonObject): GroundingMetadata | undefined => {
  const pages = isArray(results) ? results.flatMap(pageOf) : []
  const known = new Map(pages.map((page) => [page.url, page]))
  const cited = isArray(citations) ? citations.flatMap(pageOf).map((page) => known.get(page.url) ?? page) : []
  const sources = cited.length > 0 ? cited : pages
  return sources.length === 0 ? undefined : { sources, supports: [] }
}

type Page = Extract<CitedSource, { kind: "url" }>

const pageOf = (item: Json): readonly Page[] => {
  if (typeof item === "string") return [{ kind: "url", url: item }]
  if (!isObject(item)) return []
  const { title, link, url = link } = item
  if (typeof url !== "string") return []
  const page: MutableDraft<Page> = { kind: "url", url }
  if (typeof title === "string") page.title = title
  return [page]
}
