import { isPlaceholderKey, type SecretRedactor, redactorOf } from "../core/secrets/redactor.ts"
import { concatBytes } from "./bytes.ts"
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
export const secretsOf = ({ headers, secrets = [] }: UpstreamRequest): readonly string[] => {
  const all: string[] = []
  for (const name in headers) {
    const value = headers[name] ?? ""
    if (isSecretive(name)) all.push(value.slice(value.lastIndexOf(" ") + 1))
  }
  return [...all, ...secrets].filter((secret) => !isPlaceholderKey(secret))
}

/** For how many different keys what is known of them is kept: tokens may be made anew all the time. */
const mostKeys = 256

/** What takes a request's secrets out of its answer; the same one for requests with the same secrets. */
export const requestRedactors = (): ((request: UpstreamRequest) => SecretRedactor) => {
  const known = new Map<string, SecretRedactor>()
  return (request) => {
    const secrets = secretsOf(request)
    const name = secrets.length === 1 ? (secrets[0] ?? "") : secrets.join("\n")
    let redactor = known.get(name)
    if (redactor === undefined) {
      if (known.size >= mostKeys) known.clear()
      known.set(name, (redactor = redactorOf(secrets)))
    }
    return redactor
  }
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
