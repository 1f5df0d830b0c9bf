import type { Cited, Grounding } from "../../../words/chat/chat.ts"
import type { Draft } from "../../../words/draft.ts"
import { isArray, isObject, type Json, type JsonObject } from "../../../words/json/json.ts"

/**
 * What a search found for a whole answer, as some vendors say it beside the choices: `citations` are addresses,
 * `search_results` name pages. Undefined where nothing was found.
 */
export const readSources = ({ citations, search_results: results }: JsonObject): Grounding | undefined => {
  const pages = isArray(results) ? results.flatMap(pageOf) : []
  const known = new Map(pages.map((page) => [page.url, page]))
  const cited = isArray(citations) ? citations.flatMap(pageOf).map((page) => known.get(page.url) ?? page) : []
  const sources = cited.length > 0 ? cited : pages
  return sources.length === 0 ? undefined : { sources, supports: [] }
}

type Page = Extract<Cited, { kind: "url" }>

const pageOf = (item: Json): readonly Page[] => {
  if (typeof item === "string") return [{ kind: "url", url: item }]
  if (!isObject(item) || typeof item["url"] !== "string") return []
  const page: Draft<Page> = { kind: "url", url: item["url"] }
  if (typeof item["title"] === "string") page.title = item["title"]
  return [page]
}
