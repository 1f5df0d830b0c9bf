/** Why a body is not taken, and where. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string | null
  readonly param: string | null

  constructor(status: number, message: string, code: string | null = null, param: string | null = null) {
    super(message)
    this.status = status
    this.code = code
    this.param = param
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const deepest = 256

/**
 * A body as every reader of it understands it: no bad UTF-8 and no byte order mark, no nesting that ends a stack, no
 * name twice in one object, no integer that cannot be held exactly. Throws a {@link Refusal}.
 */
export const readStrictly = (bytes: Uint8Array): unknown => {
  let value: unknown
  let text = ""
  try {
    text = utf8.decode(bytes)
    value = JSON.parse(text)
  } catch {
    throw new Refusal(400, "The body is not valid JSON.")
  }
  const { members, depth, long } = tokensOf(text)
  if (depth > deepest) throw new Refusal(400, "The body is nested too deeply.")
  if (long && !isExact(value)) throw new Refusal(400, "The body has an integer that cannot be held exactly.")
  if (membersOf(value) !== members) throw new Refusal(400, "A member's name occurs more than once in its object.")
  return value
}

const [quote, colon, open, close, brace, closing] = [34, 58, 91, 93, 123, 125]

/** How many members a valid text has, how deep it goes, and whether a number in it may be too long to be exact. */
const tokensOf = (text: string) => {
  let [members, depth, most, digits] = [0, 0, 0, 0]
  let long = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    digits = code >= 48 && code <= 57 ? digits + 1 : 0
    if (digits > 15) long = true
    if (code === quote) at = endOfString(text, at)
    else if (code === colon) members++
    else if (code === open || code === brace) most = Math.max(most, ++depth)
    else if (code === close || code === closing) depth--
  }
  return { members, depth: most, long }
}

const endOfString = (text: string, from: number): number => {
  let end = text.indexOf('"', from + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

const isEscaped = (text: string, at: number): boolean => {
  let slashes = 0
  while (text.charCodeAt(at - slashes - 1) === 92) slashes++
  return slashes % 2 === 1
}

const childrenOf = (value: unknown): readonly unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value) : []

/** How many members all objects of a value have. */
const membersOf = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0
  const children = childrenOf(value)
  let members = Array.isArray(value) ? 0 : children.length
  for (const child of children) members += membersOf(child)
  return members
}

const isExact = (value: unknown): boolean =>
  typeof value === "number" ? !Number.isInteger(value) || Number.isSafeInteger(value) : childrenOf(value).every(isExact)
