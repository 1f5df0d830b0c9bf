/** The header that switches on what the API does not do for everyone; a list with commas. */
export const betaHeader = "anthropic-beta"

/** Members that work only with a beta, and the first beta that gave them. */
const needed: ReadonlyMap<string, { readonly beta: string; readonly family: string }> = new Map([
  ["mcp_servers", { beta: "mcp-client-2025-11-20", family: "mcp-client-" }],
  ["context_management", { beta: "context-management-2025-06-27", family: "context-management-" }]
])

/**
 * The value of the beta header for a body with these members: what the client sent, and what the members need besides;
 * undefined where there is nothing to send.
 */
export const betasFor = (body: { readonly [member: string]: unknown }, sent?: string): string | undefined => {
  const plain = sent === undefined && !has(body, "mcp_servers") && !has(body, "context_management")
  return plain ? undefined : listed(body, sent)
}

const listed = (body: { readonly [member: string]: unknown }, sent: string | undefined): string | undefined => {
  const betas = (sent ?? "")
    .split(",")
    .map((beta) => beta.trim())
    .filter((beta) => beta !== "")
  for (const [member, { beta, family }] of needed) {
    if (has(body, member) && !betas.some((it) => it.startsWith(family))) betas.push(beta)
  }
  return betas.length === 0 ? undefined : betas.join(",")
}

const has = (body: { readonly [member: string]: unknown }, member: string): boolean =>
  body[member] !== undefined && body[member] !== null
