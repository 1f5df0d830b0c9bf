import type { MutableDraft } from "../../core/json/builder.ts"
import { isObject, type JsonObject, type JsonText } from "../../core/json/json.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import type { NativeExtras, ChatNode } from "../../core/chat/node.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import type { IssueReader } from "../../core/reading/issue-reader.ts"
import { type MemberTable, takeMembers } from "../../core/reading/member-table.ts"
import type { WireNames } from "../../core/format.ts"
import { asSaid } from "./own-members.ts"
import { id, nativeAt } from "./wire.ts"

/** A request body that is being read: what was found where, and what of it is kept in its own spelling. */
export class DecodeContext {
  readonly body: JsonObject
  readonly reader: IssueReader
  readonly from: ObjectReader
  readonly names: WireNames
  readonly places = new Map<string, JsonPointer>()
  readonly consumed = new Map<JsonPointer, JsonText>()
  /** Values that no field can hold, inside members that are read. */
  readonly unknown = new Map<JsonPointer, JsonText>()
  #natives: readonly ObjectReader[] | undefined

  constructor(body: JsonObject, reader: IssueReader, names: WireNames) {
    this.body = body
    this.reader = reader
    this.from = new ObjectReader(reader, body, "", asSaid)
    this.names = names
  }

  /** Remembers where a field stood. */
  place(field: string, at: JsonPointer): void {
    this.places.set(field, at)
  }

  /** The objects of the content-style family's own members, under `extra_body` and on the top level. */
  get natives(): readonly ObjectReader[] {
    return (this.#natives ??= this.#findNatives())
  }

  #findNatives(): readonly ObjectReader[] {
    const out: ObjectReader[] = []
    const extra = isObject(this.body["extra_body"]) ? this.from.inside("extra_body") : undefined
    for (const from of extra === undefined ? [this.from] : [extra, this.from]) {
      for (const name of this.names.native) {
        const inside = isObject(from.object[name]) ? from.inside(name, nativeAt(this.names)) : undefined
        if (inside !== undefined) out.push(inside)
      }
    }
    return out
  }

  /** Keeps a member's own spelling beside the field that holds its meaning. */
  consume(key: string): void {
    const text = this.from.json(key)
    if (text !== undefined) this.consumed.set(childPointer("", key), text)
  }

  /** What a table reads of an object inside the body, or inside another of its objects. */
  take<N extends MutableDraft<ChatNode>>(
    members: MemberTable<N>,
    key: string,
    node: N,
    from = this.from
  ): N | undefined {
    const inside = from.inside(key, childPointer("", key))
    if (inside === undefined) return undefined
    takeMembers(members, inside, node)
    return node
  }

  /** What this format alone can say of the request, set on it when everything else was read. */
  keepOn(request: MutableDraft<ChatNode>): void {
    const native: MutableDraft<NativeExtras> = { format: id, ...this.from.attachUnknown(request).native }
    if (this.consumed.size > 0) native.consumed = this.consumed
    if (this.unknown.size > 0) native.inner = new Map([...(native.inner ?? []), ...this.unknown])
    if (this.reader.spelled.size > 0) native.spelled = this.reader.spelled
    request.native = native
    if (this.places.size > 0) request.places = this.places
  }
}
