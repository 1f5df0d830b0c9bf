import { type MutableDraft, setDefined, isArray, type Json } from "../json/json.ts"
import { parsedOrNull } from "../json/value.ts"
import { appendAll } from "../collections.ts"
import { textDigest, opaqueKinds } from "./envelope.ts"
import type { OpaqueBytes } from "./node.ts"
import {
  encodeBase64Url,
  binaryOf,
  decodeBase64Url,
  decodeBinary,
  encodeBinary,
  decodeUtf8Binary,
  sha256
} from "../bytes.ts"

/** A thought that led to a call: its bytes, and how many other parts stood between the two. */
export interface CarriedThought {
  readonly text?: string
  readonly opaque: readonly OpaqueBytes[]
  readonly back: number
}

/** What the id of a call carries for clients that keep nothing else. */
export interface CallIdPayload {
  /** The call's own bytes. */
  readonly opaque: readonly OpaqueBytes[]
  /** The thoughts that led to the call, in their order. */
  readonly thoughts: readonly CarriedThought[]
}

/** An id that carried something. */
export interface OpenedCallId extends CallIdPayload {
  /** The plain id. */
  readonly id: string
  /** A digest of the tool's name as the client knows it, see {@link isOf}; absent where nothing was carried. */
  readonly tool?: string
}

/** Between the plain id and what it carries. */
export const carryingMark = "-isg1-"
const digestLength = 16

/** As many letters, digits, `-` and `_` as every vendor's clients take for an id. */
const plain = /^[A-Za-z0-9_-]+$/
const longestId = 512

/**
 * The id of a call of the tool `name` with what it carries: `<plain id>-isg1-<digest><payload>`, of letters, digits, `-`
 * and `_` alone and of `most` characters, 512 where nothing is said. The digest covers the plain id and the payload. What
 * does not fit is not carried: the thoughts go first, then the id stays plain.
 */
export const sealCallId = (id: string, name: string, { opaque, thoughts }: CallIdPayload, most = longestId): string => {
  if (opaque.length + thoughts.length === 0 || !plain.test(id)) return id
  const tool = nameDigest(name)
  const whole = carrying(id, packed({ tool, opaque, thoughts }), most)
  if (whole !== undefined) return whole
  return opaque.length === 0 ? id : (carrying(id, packed({ tool, opaque, thoughts: [] }), most) ?? id)
}

const carrying = (id: string, payload: string | undefined, most: number): string | undefined => {
  if (payload === undefined || payload.includes(carryingMark)) return undefined
  const length = id.length + carryingMark.length + digestLength + payload.length
  return length > most ? undefined : id + carryingMark + textDigest(`${id}\n${payload}`) + payload
}

/** What an id carried; undefined for every id that {@link sealCallId} did not make as it stands: that is a plain one. */
export const openCallId = (callId: string): OpenedCallId | undefined => {
  const at = callId.lastIndexOf(carryingMark)
  if (at <= 0 || callId.length > longestId) return undefined
  const id = callId.slice(0, at)
  const from = at + carryingMark.length + digestLength
  const payload = callId.slice(from)
  if (!plain.test(id) || callId.slice(at + carryingMark.length, from) !== textDigest(`${id}\n${payload}`))
    return undefined
  const found = unpacked(unpackTexts(payload) ?? [])
  return packed(found) === payload ? { id, ...found } : undefined
}

/** An id without what it carries. */
export const plainId = (callId: string): string => openCallId(callId)?.id ?? callId

/** What an id of this library's is of: the one that its upstream gave, with what was carried; undefined for any other. */
export const restoreCallId = (callId: string): OpenedCallId | undefined => {
  const opened = openCallId(callId) ?? { id: callId, opaque: [], thoughts: [] }
  const id = unspelled(opened.id)
  return id === callId ? undefined : { ...opened, id }
}

/** Whether what an id carried belongs to calls of a tool: bytes of one call mean nothing on another. */
export const isOf = ({ tool }: OpenedCallId, name: string): boolean => tool === undefined || tool === nameDigest(name)

const nameDigest = (name: string): string => textDigest(name).slice(0, 8)

/** The vendor, the kind and the model of bytes. */
const headOf = ({ vendor, kind, model }: OpaqueBytes): readonly Json[] =>
  model === undefined ? [vendor, opaqueKinds.indexOf(kind)] : [vendor, opaqueKinds.indexOf(kind), model]

const dataOf = ({ data }: OpaqueBytes): string => data

/** The payload: what there is as JSON, then the texts and the bytes themselves in the same order. */
const packed = ({ tool, opaque, thoughts }: Omit<OpenedCallId, "id">): string | undefined => {
  const heads = thoughts.map((it) => [it.back, it.text === undefined ? 0 : 1, it.opaque.map(headOf)])
  const texts = opaque.map(dataOf)
  for (const { text, opaque: bytes } of thoughts) {
    if (text !== undefined) texts.push(text)
    appendAll(texts, bytes.map(dataOf))
  }
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  return length > longestId ? undefined : packTexts([JSON.stringify([tool, opaque.map(headOf), heads]), ...texts])
}

/** What texts say that were {@link packed}; of any others something that would be packed in another way. */
const unpacked = ([shape = "", ...texts]: readonly string[]): Omit<OpenedCallId, "id"> => {
  const [tool, own, heads] = listIn(parsedOrNull(shape))
  const opaque = opaqueIn(own, texts)
  return { tool: textIn(tool), opaque, thoughts: listIn(heads).map((head) => thoughtIn(head, texts)) }
}

const thoughtIn = (head: Json, texts: string[]): CarriedThought => {
  const [back, hasText, heads] = listIn(head)
  const thought: MutableDraft<CarriedThought> = { opaque: [], back: Number(back) }
  if (hasText === 1) setDefined(thought, "text", texts.shift())
  thought.opaque = opaqueIn(heads, texts)
  return thought
}

/** The bytes that heads announce, taken from the texts. */
const opaqueIn = (heads: Json | undefined, texts: string[]): readonly OpaqueBytes[] =>
  listIn(heads).map((head) => {
    const [vendor, kind, model] = listIn(head)
    const opaque = { vendor: textIn(vendor), kind: opaqueKinds[Number(kind)] ?? "signature", data: texts.shift() ?? "" }
    return typeof model === "string" ? { ...opaque, model } : opaque
  })

const listIn = (value: Json | undefined): readonly Json[] => (isArray(value) ? value : [])

const textIn = (value: Json | undefined): string => (typeof value === "string" ? value : "")

/** What a target takes as a name or an id: a pattern for the whole of it, and a length in UTF-16 code units. */
interface NameSpelling {
  readonly pattern: RegExp
  readonly length: number
}

/** Names and ids as many vendors take them. */
export const identifierSpelling = (length: number): NameSpelling => ({ pattern: /^[A-Za-z0-9_-]+$/, length })

const fits = (text: string, { pattern, length }: NameSpelling): boolean => text.length <= length && pattern.test(text)

/** A tool's name as a target takes it: unchanged where it fits, else made plain and told apart by its digest. */
export const spellName = (name: string, spelling: NameSpelling): string =>
  fits(name, spelling)
    ? name
    : `${name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, spelling.length - 7)}_${textDigest(name).slice(0, 6)}`

/** The hash that stands for a user's name of more characters than an API takes: who it is stays told apart; undefined where it fits. */
export const hashOfLongName = (name: Json | undefined, most: number): string | undefined =>
  typeof name === "string" && name.length > most && Array.from(name).length > most ? sha256(name) : undefined

/** A call's id as a target takes it: unchanged where it fits, else a reversible spelling, else its digest. */
export const spellId = (id: string, spelling: NameSpelling): string => {
  if (fits(id, spelling)) return id
  const reversible = spelled(id)
  return reversible.length <= spelling.length ? reversible : `isg_${textDigest(id)}`
}

const spelled = (id: string): string => `isg_${encodeBase64Url(id)}`

/** The id that a reversible spelling is of; any other as it is. */
const unspelled = (id: string): string => {
  const own = (id.startsWith("isg_") && decodeBase64Url(id.slice(4))) || ""
  return own === "" || plain.test(own) || spelled(own) !== id ? id : own
}

const answersSpelling = identifierSpelling(longestId)

/**
 * Ids of which no call has another's, nor one that is spelled alike: such a one is numbered, which depends on what came
 * before alone. Where a vendor numbers its calls, the number goes on.
 *
 * @see https://github.com/sgl-project/sglang/issues/10600 Kimi's `functions.name:number`, of which the number counts through the conversation (2025-09)
 */
export class UniqueIds {
  /** The ids that are taken, as they are spelled. */
  readonly #taken: Set<string>
  readonly #spell: (id: string) => string
  /** How often an id was given again, so that the next one is found at once. */
  readonly #again = new Map<string, number>()

  /** `taken`: those of earlier calls. `spell`: how the target writes them; as answers are written that spell any. */
  constructor(taken: readonly string[] = [], spell = (id: string): string => spellId(id, answersSpelling)) {
    this.#taken = new Set(taken.map(spell))
    this.#spell = spell
  }

  /** Takes an id as it is. */
  take(id: string): string {
    this.#taken.add(this.#spell(id))
    return id
  }

  /** The id of a call whose vendor gives it this one. */
  of(id: string): string {
    let at = this.#again.get(id) ?? 1
    let own = nthOf(id, at)
    let spelled = this.#spell(own)
    while (this.#taken.has(spelled)) {
      own = nthOf(id, ++at)
      spelled = this.#spell(own)
    }
    this.#again.set(id, at + 1)
    this.#taken.add(spelled)
    return own
  }
}

/** The nth id of those that a vendor gives alike. */
const nthOf = (id: string, nth: number): string => {
  if (nth === 1) return id
  const [, name, number] = /^(\w+\.[\w-]+:)(\d{1,9})$/.exec(id) ?? []
  return name === undefined ? `${id}_${nth}` : `${name}${Number(number) + nth - 1}`
}

/** The longest stem that an id is made of: with its beginning and a number an item's stays within OpenAI's 64 characters. */
const longestStem = 44

/** What ids have in common that are made of an answer's: that one without its beginning, or a digest of a long one. */
export const answerStem = (answer: string, most = longestStem): string => {
  const plain = answer.replace(/^(?:resp_|chatcmpl-)/, "").replace(/[^A-Za-z0-9_-]/g, "_")
  return plain === "" || plain.length > most ? textDigest(answer) : plain
}

/** The id for the call at a place in a conversation, where the client gave none: it depends on the place alone. */
export const idAt = (message: number, call: number): string => `isg_${message}_${call}`

/** The most bytes that a packed text may have, and the carryingMark beside its length that it is the bytes of base64. */
const longestPacked = 0x7fff
const isBytes = 0x8000

/**
 * Texts as one string of letters, digits, `-` and `_`: base64url of each text's bytes behind their number. What is
 * base64 itself goes in as the bytes that it holds, so that it grows no longer. Undefined where a text is too long, or
 * would not come back as it was.
 */
const packTexts = (texts: readonly string[]): string | undefined => {
  let out = ""
  for (const text of texts) {
    if (text.length > 2 * longestPacked) return undefined
    const bytes = bytesIn(text)
    const body = bytes ?? binaryOf(text)
    if (body.length > longestPacked || (bytes === undefined && decodeUtf8Binary(body) !== text)) return undefined
    const head = body.length | (bytes === undefined ? 0 : isBytes)
    out += String.fromCharCode(head >> 8, head & 0xff) + body
  }
  return encodeBinary(out)
}

/** The texts of a packed string; undefined where it is none. */
const unpackTexts = (packed: string): readonly string[] | undefined => {
  const binary = decodeBinary(packed)
  if (binary === undefined) return undefined
  const texts: string[] = []
  let at = 0
  while (at < binary.length) {
    const head = (binary.charCodeAt(at) << 8) | binary.charCodeAt(at + 1)
    const end = at + 2 + (head & longestPacked)
    if (at + 2 > binary.length || end > binary.length) return undefined
    const body = binary.slice(at + 2, end)
    const text = (head & isBytes) === 0 ? decodeUtf8Binary(body) : btoa(body)
    if (text === undefined) return undefined
    texts.push(text)
    at = end
  }
  return texts
}

/** The bytes that a text holds which is base64 exactly as it is written; undefined where it is not. */
const bytesIn = (text: string): string | undefined => {
  if (text === "" || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  const bytes = atob(text)
  return btoa(bytes) === text ? bytes : undefined
}
