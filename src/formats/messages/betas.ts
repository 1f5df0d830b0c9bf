/** The header that switches on what the API does not do for everyone; a list with commas. */
export const betaHeader = "anthropic-beta"

/** Members that work only with a beta: the beginning of its name, and the date of the first that gave them. */
const needed = [
  ["mcp_servers", "mcp-client-", "2025-11-20"],
  ["context_management", "context-management-", "2025-06-27"]
] as const

/**
 * The value of the beta header for a body with these members: what the client sent, and what the members need besides;
 * undefined where there is nothing to send.
 */
export const betasFor = (body: { readonly [member: string]: unknown }, sent = ""): string | undefined => {
  const betas = sent === "" ? [] : sent.split(",").flatMap((beta) => beta.trim() || [])
  for (const [member, family, date] of needed) {
    const there = body[member] !== undefined && body[member] !== null
    if (there && !betas.some((it) => it.startsWith(family))) betas.push(family + date)
  }
  return betas.length === 0 ? undefined : betas.join(",")
}
