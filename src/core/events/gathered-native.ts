import type { NativeExtras } from "../chat/node.ts"
import type { HeldCounter } from "../framing/stream-limits.ts"
import type { JsonText } from "../json/json.ts"

type Members = Map<string, JsonText>

/** Fields of which one is known at a time: the last. */
const single = ["consumed", "empty", "spelled"] as const

/**
 * What one format alone says of something while it streams: members that come later take the place of those of their
 * names. Each costs and counts what it is, however many there are.
 */
export class GatheredNative {
  readonly #held: HeldCounter
  readonly #rest: Members = new Map()
  readonly #inner: Members = new Map()
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

  #gather(known: Members, rest: NativeExtras["rest"]): void {
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
