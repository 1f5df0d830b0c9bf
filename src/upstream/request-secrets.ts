import { isPlaceholderKey, type SecretRedactor, redactorOf } from "../core/secrets/redactor.ts"
import { concatBytes } from "../core/collections.ts"
import type { UpstreamRequest } from "./upstream.ts"

/** Headers that hold what nobody else may know, whatever a family calls them. */
const secretHeader = /auth|key|token|secret|cookie|password/

/** For how many names of headers it is kept whether they are such: a client may make some up. */
const mostNames = 256

const names = new Map<string, boolean>()

const isSecretive = (name: string): boolean => {
  const known = names.get(name)
  if (known !== undefined) return known
  if (names.size >= mostNames) names.clear()
  const found = secretHeader.test(name)
  names.set(name, found)
  return found
}

/** The secrets that a request is sent with, a key without the scheme before it, and those that it names besides; no {@link isPlaceholderKey}. */
const secretsOf = ({ headers, secrets = [] }: UpstreamRequest): readonly string[] => {
  const all: string[] = []
  for (const name in headers) {
    const value = headers[name] ?? ""
    if (isSecretive(name)) all.push(value.slice(value.lastIndexOf(" ") + 1))
  }
  return [...all, ...secrets].filter((secret) => !isPlaceholderKey(secret))
}

/** For how many different keys what is known of them is kept: tokens may be made anew all the time. */
const mostKeys = 256

const redactors = new Map<string, SecretRedactor>()

/** What takes a request's secrets out of its answer; the same one for requests with the same secrets. */
export const requestRedactor = (request: UpstreamRequest): SecretRedactor => {
  const secrets = secretsOf(request)
  const name = secrets.join("\n")
  const known = redactors.get(name)
  if (known !== undefined) return known
  if (redactors.size >= mostKeys) redactors.clear()
  const made = redactorOf(secrets)
  redactors.set(name, made)
  return made
}

/** Headers with their values redacted. */
export const redactedHeaders = (
  { text }: SecretRedactor,
  headers: Readonly<Record<string, string>>
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, text(value)]))

/** Redacts a stream piece by piece, however it was cut: what may be the beginning of a secret waits for the next piece. */
export class StreamRedactor {
  readonly #redactor: SecretRedactor
  #rest: Uint8Array = new Uint8Array(0)

  constructor(redactor: SecretRedactor) {
    this.#redactor = redactor
  }

  /** What may be told now. */
  push(piece: Uint8Array): Uint8Array {
    const [safe, rest] = this.#redactor.begin(this.#rest.length === 0 ? piece : concatBytes([this.#rest, piece]))
    this.#rest = rest
    return safe
  }

  /** The rest. */
  end(): Uint8Array {
    return this.#redactor.bytes(this.#rest)
  }
}
