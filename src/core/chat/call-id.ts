import { type Draft, set } from "../draft.ts"
import { isArray, type Json } from "../json/json.ts"
import { parsedOrNull } from "../json/value.ts"
import { append } from "../append.ts"
import { digest, opaqueKinds } from "./envelope.ts"
import type { Opaque } from "./node.ts"
import { pack, unpack } from "../bytes/packed.ts"

/** A thought that led to a call: its bytes, and how many other parts stood between the two. */
export interface Thought {
  readonly text?: string
  readonly opaque: readonly Opaque[]
  readonly back: number
}

/** What the id of a call carries for clients that keep nothing else. */
export interface Carried {
  /** The call's own bytes. */
  readonly opaque: readonly Opaque[]
  /** The thoughts that led to the call, in their order. */
  readonly thoughts: readonly Thought[]
}

/** An id that carried something. */
export interface Opened extends Carried {
  /** The plain id. */
  readonly id: string
  /** A digest of the tool's name as the client knows it: see {@link isOf}. */
  readonly tool: string
}

/** Between the plain id and what it carries. */
const mark = "-isg1-"
const digestLength = 16

/** As many letters, digits, `-` and `_` as every vendor's clients take for an id. */
const plain = /^[A-Za-z0-9_-]+$/
const longest = 512

/**
 * The id of a call of the tool `name` with what it carries: `<plain id>-isg1-<digest><payload>`, of letters, digits, `-`
 * and `_` alone and of 512 characters at most. The digest covers the plain id and the payload. What does not fit is not
 * carried: the thoughts go first, then the id stays plain.
 */
export const carry = (id: string, name: string, { opaque, thoughts }: Carried): string => {
  if (opaque.length + thoughts.length === 0 || !plain.test(id)) return id
  const tool = nameDigest(name)
  const whole = carrying(id, packed({ tool, opaque, thoughts }))
  if (whole !== undefined) return whole
  return opaque.length === 0 ? id : (carrying(id, packed({ tool, opaque, thoughts: [] })) ?? id)
}

const carrying = (id: string, payload: string | undefined): string | undefined => {
  if (payload === undefined || payload.includes(mark)) return undefined
  const length = id.length + mark.length + digestLength + payload.length
  return length > longest ? undefined : id + mark + digest(`${id}\n${payload}`) + payload
}

/** What an id carried; undefined for every id that {@link carry} did not make as it stands: that is a plain one. */
export const open = (said: string): Opened | undefined => {
  const at = said.lastIndexOf(mark)
  if (at <= 0 || said.length > longest) return undefined
  const id = said.slice(0, at)
  const from = at + mark.length + digestLength
  const payload = said.slice(from)
  if (!plain.test(id) || said.slice(at + mark.length, from) !== digest(`${id}\n${payload}`)) return undefined
  const found = unpacked(unpack(payload) ?? [])
  return packed(found) === payload ? { id, ...found } : undefined
}

/** An id without what it carries. */
export const plainId = (said: string): string => open(said)?.id ?? said

/** Whether what an id carried belongs to calls of a tool: bytes of one call mean nothing on another. */
export const isOf = ({ tool }: Opened, name: string): boolean => tool === nameDigest(name)

const nameDigest = (name: string): string => digest(name).slice(0, 8)

/** The vendor, the kind and the model of bytes. */
const headOf = ({ vendor, kind, model }: Opaque): readonly Json[] =>
  model === undefined ? [vendor, opaqueKinds.indexOf(kind)] : [vendor, opaqueKinds.indexOf(kind), model]

const dataOf = ({ data }: Opaque): string => data

/** The payload: what there is as JSON, then the texts and the bytes themselves in the same order. */
const packed = ({ tool, opaque, thoughts }: Omit<Opened, "id">): string | undefined => {
  const heads = thoughts.map((it) => [it.back, it.text === undefined ? 0 : 1, it.opaque.map(headOf)])
  const texts = opaque.map(dataOf)
  for (const { text, opaque: bytes } of thoughts) {
    if (text !== undefined) texts.push(text)
    append(texts, bytes.map(dataOf))
  }
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  return length > longest ? undefined : pack([JSON.stringify([tool, opaque.map(headOf), heads]), ...texts])
}

/** What texts say that were {@link packed}; of any others something that would be packed in another way. */
const unpacked = ([shape = "", ...texts]: readonly string[]): Omit<Opened, "id"> => {
  const [tool, own, heads] = listIn(parsedOrNull(shape))
  const opaque = opaqueIn(own, texts)
  return { tool: textIn(tool), opaque, thoughts: listIn(heads).map((head) => thoughtIn(head, texts)) }
}

const thoughtIn = (head: Json, texts: string[]): Thought => {
  const [back, hasText, heads] = listIn(head)
  const thought: Draft<Thought> = { opaque: [], back: Number(back) }
  if (hasText === 1) set(thought, "text", texts.shift())
  thought.opaque = opaqueIn(heads, texts)
  return thought
}

/** The bytes that heads announce, taken from the texts. */
const opaqueIn = (heads: Json | undefined, texts: string[]): readonly Opaque[] =>
  listIn(heads).map((head) => {
    const [vendor, kind, model] = listIn(head)
    const opaque = { vendor: textIn(vendor), kind: opaqueKinds[Number(kind)] ?? "signature", data: texts.shift() ?? "" }
    return typeof model === "string" ? { ...opaque, model } : opaque
  })

const listIn = (value: Json | undefined): readonly Json[] => (isArray(value) ? value : [])

const textIn = (value: Json | undefined): string => (typeof value === "string" ? value : "")
