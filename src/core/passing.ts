import type { Asked, Call, Edit } from "./format.ts"
import type { Frame } from "./framing/framing.ts"
import { isObject, type Json } from "./json/json.ts"
import type { Naming } from "./naming/naming.ts"
import type { Translated } from "./notes/note.ts"
import type { Pointer } from "./json/pointer.ts"
import { parsedOrNull } from "./json/value.ts"
import type { Usage } from "./tokens/usage.ts"

/** The changes that put members of a body where its upstream looks for them. */
export interface Hoisting extends Translated<readonly Edit[]> {
  /** The client's place for a place of the body that they make. */
  readonly place: (at: Pointer) => Pointer
}

/** What is looked at where bytes of a format pass unread. Everything here is pure, synchronous and total. */
export interface Passing {
  /** How its bodies decide which model works. */
  readonly naming: Naming
  /** What stands in another place than an upstream looks for it; undefined where all is in its place. */
  readonly hoisting?: (call: Call) => Hoisting | undefined
  /** The format's own spellings that an upstream of the same format does not know. */
  readonly edits: (call: Call) => Translated<readonly Edit[]>
  /** The usage of a whole answer. */
  readonly usage: (body: Json) => Usage | undefined
  /** Whether a frame may begin something, tell usage, an error or an end. Where bytes pass, `decodeStream` sees only these. */
  readonly tells: (frame: Frame) => boolean
  /** What of a frame's data is otherwise for a client that asked so; absent: nothing ever is. */
  readonly shown?: (data: string, asked: Asked) => readonly Edit[]
  /** Whether a frame is the upstream's own word that its stream is whole. */
  readonly ends: (frame: Frame) => boolean
  /** Whether a frame is the upstream's own word that its stream failed. */
  readonly fails: (frame: Frame) => boolean
}

/** Whether the object of a frame has an `error`. */
export const hasError = ({ data }: Frame): boolean => {
  const body = parsedOrNull(data)
  return isObject(body) && (body["error"] ?? null) !== null
}
