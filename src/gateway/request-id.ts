/** The headers that carry a request's id, ours and the vendors' spelling. */
export const requestIdHeaders = ["x-request-id", "request-id"] as const

const wellFormed = /^[A-Za-z0-9._:-]{1,128}$/

/** The client's own id for a request where it is well-formed, else a new one. */
export const requestIdOf = (headers: Readonly<Record<string, string | undefined>>): string => {
  for (const name of requestIdHeaders) {
    const own = headers[name]
    if (own !== undefined && wellFormed.test(own)) return own
  }
  return crypto.randomUUID().replaceAll("-", "")
}
