import type { NativeExtras } from "../chat/node.ts"
import { type HeldCounter, itemWeight } from "../framing/stream-limits.ts"
import type { JsonText } from "../json/json.ts"
import { saysAny } from "../notes/note.ts"

type NativeMembers = ReadonlyMap<string, JsonText>

/** What one format alone says of an answer while it streams: many vendors repeat it in each frame, and it is told once. */
export class ToldMembers {
  readonly #held: HeldCounter
  readonly #told = new Set<string>()

  constructor(held: HeldCounter) {
    this.#held = held
  }

  /** What of it was not told before; undefined where that is nothing. */
  fresh(native: NativeExtras | undefined): NativeExtras | undefined {
    const rest = native?.rest && this.#untold(native.rest)
    const inner = native?.inner && this.#untold(native.inner)
    return native === undefined || (rest ?? inner) === undefined
      ? undefined
      : { format: native.format, ...(rest && { rest }), ...(inner && { inner }) }
  }

  #untold(members: NativeMembers): NativeMembers | undefined {
    let fresh: Map<string, JsonText> | undefined
    for (const [name, value] of members) {
      if (this.#told.has(name) || !saysAny(value)) continue
      this.#told.add(name)
      this.#held.add(itemWeight + name.length + value.text.length)
      fresh ??= new Map()
      fresh.set(name, value)
    }
    return fresh
  }
}

/** Fields of which one is known at a time: the last. */
const single = ["consumed", "empty", "spelled"] as const

/**
 * What one format alone says of something while it streams: members that come later take the place of those of their
 * names. Each costs and counts what it is, however many there are.
 */
export class GatheredNative {
  readonly #held: HeldCounter
  readonly #rest = new Map<string, JsonText>()
  readonly #inner = new Map<string, JsonText>()
  #fields: NativeExtras | undefined

  constructor(held: HeldCounter) {
    this.#held = held
  }

  /** Takes what is said now. */
  add({ rest, inner, ...fields }: NativeExtras): void {
    for (const field of single) {
      if (fields[field] !== undefined) this.#held.replace(this.#fields?.[field], fields[field])
    }
    this.#fields = { ...this.#fields, ...fields }
    this.#gather(this.#rest, rest)
    this.#gather(this.#inner, inner)
  }

  #gather(known: Map<string, JsonText>, rest: NativeExtras["rest"]): void {
    for (const [name, value] of rest ?? []) {
      this.#held.replace(known.get(name), value)
      if (!known.has(name)) this.#held.add(name.length)
      known.set(name, value)
    }
  }

  /** All of it; undefined where nothing was said. */
  get value(): NativeExtras | undefined {
    if (this.#fields === undefined) return undefined
    const rest = this.#rest.size === 0 ? {} : { rest: this.#rest }
    return this.#inner.size === 0 ? { ...this.#fields, ...rest } : { ...this.#fields, ...rest, inner: this.#inner }
  }
}
