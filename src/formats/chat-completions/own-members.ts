import { type ReadOptions, noNull } from "../../core/reading/read-options.ts"
import { type JsonObject, JsonText, putMember } from "../../core/json/json.ts"
import { type MutableDraft, setDefined, type JsonObjectBuilder } from "../../core/json/builder.ts"
import { nativeMembers, type NativeExtras, type ChatNode } from "../../core/chat/node.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { id } from "./wire.ts"

const own = nativeMembers(id)

/** What this format alone says of nodes. */
export const { ownNative, isOwn, kindOf, consumed, consume, spelledAs } = own

/** How this format's objects are read: an explicit null is kept. */
export const asSaid: ReadOptions = { format: id, silent: noNull, empty: true }

/** Puts the members that this format alone can say back into a node's object, with the spelling of its cache mark. */
export const restoreOwn = <A extends JsonObjectBuilder>(out: A, node: ChatNode): A => {
  const mark = node.cache && consumed(node, "/cache_control")
  if (mark !== undefined) putMember(out, "cache_control", mark)
  return own.restore(out, node)
}

/** Texts by member or by pointer. */
export type OwnTexts = ReadonlyMap<string, JsonText>

/** Names of members that are read. */
export type KnownOwn = Pick<ReadonlySet<string>, "has">

/** Members that are not known; known ones that are null, except where null is what absence says. */
export const restOf = (object: JsonObject, known: KnownOwn, nullIsAbsent = false): OwnTexts | undefined => {
  let rest: Map<string, JsonText> | undefined
  for (const key of Object.keys(object)) {
    if (known.has(key) && (nullIsAbsent || object[key] !== null)) continue
    rest ??= new Map()
    rest.set(key, JsonText.member(object, key))
  }
  return rest
}

/** Adds the unknown and the null members of an object that stands at `path` below its node. */
export const innerOf = (
  before: OwnTexts | undefined,
  object: JsonObject,
  known: KnownOwn,
  path: JsonPointer,
  nullIsAbsent = false
): OwnTexts | undefined => {
  const rest = restOf(object, known, nullIsAbsent)
  if (rest === undefined) return before
  const inner = new Map(before)
  for (const [key, value] of rest) inner.set(childPointer(path, key), value)
  return inner
}

/** What this format alone can say of a node; undefined where that is nothing. */
export const nativeOf = (rest: OwnTexts | undefined, inner?: OwnTexts): NativeExtras | undefined =>
  rest || inner ? { format: id, ...(rest && { rest }), ...(inner && { inner }) } : undefined

/** A node of an answer with the members of its object that are not known; null ones of those that are say nothing. */
export const withNative = <N extends MutableDraft<ChatNode>>(
  node: N,
  object: JsonObject,
  known: KnownOwn,
  inner?: OwnTexts
): N => {
  setDefined(node, "native", nativeOf(restOf(object, known, true), inner))
  return node
}

/** A list that is a member where it holds anything. */
export const listedOwn = <A>(items: readonly A[]): readonly A[] | undefined => (items.length > 0 ? items : undefined)
