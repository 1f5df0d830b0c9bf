import type { Listing } from "../families/family.ts"

/**
 * What is wrong with the base URL of a family though it is a URL, and what to write, to be read after its key; undefined:
 * nothing that is known. A URL of somebody else's is not quoted: its path may be a secret.
 */
export const baseUrlMistake = (
  url: string,
  { url: vendors, format }: Pick<Listing, "url" | "format">
): string | undefined => {
  const given = withoutSlashes(url)
  const own = new URL(vendors)
  const calls = callPath.exec(given)?.[0] ?? ""
  const version = own.pathname === "/" ? versions[format]?.exec(given.slice(0, given.length - calls.length))?.[0] : ""
  const end = `${version ?? ""}${calls}`
  if (end !== "") return `must not end in \`${end}\`, which requests add themselves. ${example(vendors)}`
  const { host, pathname } = new URL(given)
  if (host !== own.host || pathname !== "/" || own.pathname === "/") return undefined
  return `must end in \`${own.pathname}\`. ${example(vendors)}`
}

const example = (vendors: string): string => `The vendor's own is \`${vendors}\`.`

const withoutSlashes = (url: string): string => {
  let end = url.length
  while (url.endsWith("/", end)) end -= 1
  return url.slice(0, end)
}

/** The paths of calls, as far as they are no base of anyone's: `/models` is one of Azure's. */
const callPath =
  /\/(?:chat\/completions|completions|responses|messages|embeddings|images\/(?:generations|edits)|videos|rerank|contents\/generations\/tasks|models\/[^/]+:\w+)$/i

/** The versions that the calls of a format begin with. */
const versions: Readonly<Record<string, RegExp>> = {
  messages: /\/v1$/i,
  "generate-content": /\/v1(?:beta|alpha)?$/i,
  veo: /\/v1(?:beta|alpha)?$/i
}
