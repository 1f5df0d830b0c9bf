import type { NativeExtras } from "../chat/node.ts"
import { type HeldCounter, itemWeight } from "../framing/stream-limits.ts"
import type { JsonText } from "../json/json.ts"
import { saysAny } from "../notes/note.ts"

type Members = ReadonlyMap<string, JsonText>

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

  #untold(members: Members): Members | undefined {
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
