import { hash, randomUUID, timingSafeEqual } from "node:crypto"
import { clientKey } from "../models.ts"
import { Refusal } from "./strict-json.ts"

/** Somebody who may call: of the key a digest alone is kept. */
export interface Account {
  readonly name: string
  readonly digest: Uint8Array
  readonly models: RegExp
  readonly requests: number
}

const digestOf = (key: string): Uint8Array => hash("sha256", key, "buffer")

const accounts: readonly Account[] = [
  { name: "bench", digest: digestOf(clientKey), models: /^(?:gpt|claude)-[\w.-]+$/, requests: 2000 }
]

/** Whose key a request presents. Throws a {@link Refusal}. */
export const authenticate = (authorization = ""): Account => {
  const digest = digestOf(authorization.slice("Bearer ".length))
  const account = accounts.find((one) => timingSafeEqual(one.digest, digest))
  if (account === undefined) throw new Refusal(401, "The API key is not valid.", "invalid_api_key")
  return account
}

const underWay = new Map<string, number>()

/** Counts a request of an account; gives what to call at its end. Throws a {@link Refusal} where it has too many. */
export const enter = ({ name, requests }: Account): (() => void) => {
  const count = underWay.get(name) ?? 0
  if (count >= requests) throw new Refusal(429, `This account has ${count} requests under way, which is its limit.`)
  underWay.set(name, count + 1)
  return () => void underWay.set(name, (underWay.get(name) ?? 1) - 1)
}

/** The id of a request: the client's own, where it is one that may stand in a header and in a log. */
export const requestIdOf = (given: unknown): string =>
  typeof given === "string" && /^[\w-]{1,128}$/.test(given) ? given : randomUUID().replaceAll("-", "")

const counters = new Map<string, number>()

/** Counts something under a name with labels of closed sets. */
export const count = (name: string, by = 1): void => void counters.set(name, (counters.get(name) ?? 0) + by)

/** All counters, for a scraper. */
export const printCounters = (): string => [...counters].map(([name, value]) => `${name} ${value}\n`).join("")

/** A line of what went wrong. */
export const log = (about: Readonly<Record<string, unknown>>): void =>
  void process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...about })}\n`)
