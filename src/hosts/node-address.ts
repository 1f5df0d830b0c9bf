import type { IncomingMessage } from "node:http"

/**
 * The network address of a client. Behind proxies it is the one that the outermost of them wrote down; what stands
 * before that in `x-forwarded-for` is the client's own word.
 */
export const addressOf = ({ headers, socket }: IncomingMessage, proxies: number): string | undefined => {
  if (proxies === 0) return socket.remoteAddress
  const said = headers["x-forwarded-for"]
  const addresses = (Array.isArray(said) ? said.join(",") : (said ?? "")).split(",").map((address) => address.trim())
  return addresses.at(-proxies) || undefined
}
