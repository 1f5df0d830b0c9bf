import { isArray, isObject, type Json, JsonText, type JsonTemplate } from "../../core/json/json.ts"

/** The header that switches on what the API does not do for everyone; a list with commas. */
export const betaHeader = "anthropic-beta"

/** A body, read or about to be written. */
interface Body {
  readonly [member: string]: JsonTemplate
}

/**
 * The value of the beta header for a body: what the client sent, and what members of the body work only with. A beta
 * of another date that the client sent is its choice. Undefined where there is nothing to send.
 */
export const betasFor = (body: Body, sent = ""): string | undefined => {
  const betas = sent === "" ? [] : sent.split(",").flatMap((beta) => beta.trim() || [])
  for (const beta of [...serverBetas(body), ...contextBetas(body)]) {
    if (!betas.some((it) => it.startsWith(undated(beta)))) betas.push(beta)
  }
  return betas.length === 0 ? undefined : betas.join(",")
}

const undated = (beta: string): string => beta.slice(0, -"2025-01-01".length)

/** Servers that no toolset names say themselves what may be used of them, as the first of their betas had it. */
const serverBetas = ({ mcp_servers: servers, tools }: Body): readonly string[] => {
  if (servers === undefined || servers === null) return []
  return [typesIn(valueOf(tools)).includes("mcp_toolset") ? "mcp-client-2025-11-20" : "mcp-client-2025-04-04"]
}

/** The edit that sums the conversation up, which has a beta of its own. */
const compaction = "compact_20260112"

const contextBetas = ({ context_management: context }: Body): readonly string[] => {
  if (context === undefined || context === null) return []
  const value = valueOf(context)
  const types = typesIn(isObject(value) ? value["edits"] : undefined)
  return [
    ...(types.length === 0 || types.some((type) => type !== compaction) ? ["context-management-2025-06-27"] : []),
    ...(types.includes(compaction) ? ["compact-2026-01-12"] : [])
  ]
}

const valueOf = (tree: JsonTemplate): Json | undefined => JsonText.tree(tree).value

/** The types of the objects in a list. */
const typesIn = (list: Json | undefined): readonly (Json | undefined)[] =>
  isArray(list) ? list.map((item) => (isObject(item) ? item["type"] : undefined)) : []
