/** The headers that carry a request's id, ours and the vendors' spelling. */
export const requestIdHeaders = ["x-request-id", "request-id"] as const

const wellFormed = /^[A-Za-z0-9._:-]{1,128}$/

const keyHeaders = ["authorization", "x-api-key", "x-goog-api-key"] as const

/** The client's own id for a request where it is well-formed and no key of the request's, else a new one. */
export const requestIdOf = (headers: Readonly<Record<string, string | undefined>>): string => {
  for (const name of requestIdHeaders) {
    const own = headers[name]
    if (own === undefined || !wellFormed.test(own)) continue
    if (!keyHeaders.some((header) => `Bearer ${headers[header]}`.endsWith(` ${own}`))) return own
  }
  return newId()
}

const hex: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"))

const size = 16

/** Random bytes for many ids: asking for them costs more than they do. */
const pool = new Uint8Array(256 * size)

let used = pool.length

/** 16 random bytes in hexadecimal. */
const newId = (): string => {
  if (used === pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  let id = ""
  for (const end = used + size; used < end; used++) id += hex[pool[used] ?? 0]
  return id
}
