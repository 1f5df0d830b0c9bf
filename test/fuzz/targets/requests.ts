import type { Random } from "../../bench/random.ts"
import { answerFault } from "../answered.ts"
import { bystander } from "../bystander.ts"
import { type Door, doors } from "../doors.ts"
import { bytesOf, mutated, textOf } from "../mutate.ts"
import { keyPlace, type Rig } from "../rig.ts"
import type { ErrorShape } from "../shapes.ts"
import type { Case, Target } from "../target.ts"
import { answersIn, exchange } from "../wire.ts"

const isPosted = ({ body }: Door): boolean => body !== undefined
const posted = doors.filter(isPosted)

const headOf = ({ method, type = "application/json" }: Door, path: string, length: number): string =>
  `${method} ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${keyPlace}\r\ncontent-type: ${type}\r\n` +
  `content-length: ${length}\r\nconnection: close\r\n\r\n`

const isNative = (path: string): boolean => path.startsWith("/v1beta/")

/** The bytes of a case, with the key of this run where its place is. */
const withKey = (text: string, { clientKey }: Rig): Uint8Array => bytesOf(text.replaceAll(keyPlace, clientKey))

/** Bodies, mutated, at every endpoint that takes one: each gets one answer of its own API. */
export const bodies = (rig: Rig): Target => ({
  name: "bodies",
  make: (random) => {
    const door = posted[random.between(0, posted.length - 1)] ?? doors[0]
    const sound = door.body?.(random) ?? ""
    return { bytes: bytesOf(mutated(sound, random)), how: { path: door.path(random), door: doors.indexOf(door) } }
  },
  fault: async ({ bytes, how }) => {
    const door = doors[Number(how["door"])] ?? doors[0]
    const path = String(how["path"])
    const key = isNative(path) ? `${path.includes("?") ? "&" : "?"}key=${encodeURIComponent(rig.clientKey)}` : ""
    const head = headOf(door, path + key, bytes.length)
    const told = await exchange(rig.port, withKey(head + textOf(bytes), rig))
    const wrong = rig.wrong()
    if (wrong !== undefined) return wrong
    if (told === undefined) return "hangs: no end of the answer"
    const answers = answersIn(told)
    const [answer] = answers ?? []
    if (answers?.length !== 1 || answer === undefined) return `not one answer: ${JSON.stringify(told.slice(0, 300))}`
    const { errors, streams } = door
    return answerFault(answer, { errors, ...(streams === undefined ? {} : { streams }), secrets: rig.secrets })
  },
  bystander: bystander(rig)
})

/** After so many milliseconds without a byte a client of {@link heads} sends no more. */
const idle = 50

const anyShape = ["openai", "anthropic", "google", "lab", "count-key"] as const

/** The errors that callers of a path understand: those of the API whose path it is, or would be. */
export const shapesAt = (path: string): readonly ErrorShape[] => {
  if (path === "/v1/messages/count_tokens") return ["anthropic", "count-key"]
  if (path.startsWith("/v1/messages")) return ["anthropic"]
  if (/^\/v1beta(?:\/|$)/i.test(path)) return ["google"]
  if (/^\/v1\/models(?:\/|$)/.test(path)) return ["openai", "anthropic", "google"]
  return /^\/prod-api(?:\/|$)/.test(path) ? ["lab"] : ["openai"]
}

/**
 * The same for the first of some requests, where its head has an end and its path is spelled plainly, behind a method of
 * a length that methods have.
 */
const shapesOf = (request: string): readonly ErrorShape[] => {
  const [, path] = /^[A-Z]{1,16} (\/[\w/.:-]*)(?:\?[!-~]*)? HTTP\/1\.1\r\n(?=[^]*\r\n\r\n)/.exec(request) ?? []
  return path === undefined || path.includes("//") ? anyShape : shapesAt(path)
}

const headCase = (random: Random): Case => {
  const door = random.pick(doors)
  const body = door.body?.(random).slice(0, 20_000) ?? ""
  const head = headOf(door, door.path(random), body.length)
  return {
    bytes: bytesOf(mutated(head, random) + (random.between(0, 9) === 0 ? mutated(body, random) : body)),
    how: {}
  }
}

/** Whole requests, their heads mutated: what is answered at all is HTTP, and an error of the API that the path is of. */
export const heads = (rig: Rig): Target => ({
  name: "heads",
  make: headCase,
  fault: async ({ bytes }) => {
    const told = await exchange(rig.port, withKey(textOf(bytes), rig), idle)
    const wrong = rig.wrong()
    if (wrong !== undefined) return wrong
    if (told === undefined) return "hangs: no end of the answer"
    const answers = answersIn(told)
    if (answers === undefined) return `no HTTP: ${JSON.stringify(told.slice(0, 300))}`
    const isHead = textOf(bytes).startsWith("HEAD ")
    for (const [at, answer] of answers.entries()) {
      if (isHead || !answer.whole) continue
      const errors = at === 0 ? shapesOf(textOf(bytes)) : anyShape
      const fault = answerFault(answer, { errors, secrets: rig.secrets })
      if (fault !== undefined && !fault.startsWith("a stream")) return fault
    }
    return undefined
  },
  bystander: bystander(rig)
})
