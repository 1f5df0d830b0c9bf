import { copyText, eventValue } from "../core/framing/stream-limits.ts"
import type { StreamFrame } from "../core/framing/transducer.ts"
import { isArray, isObject } from "../core/json/json.ts"
import type { Passthrough } from "../core/passthrough.ts"
import type { TokenUsage } from "../core/tokens/usage.ts"
import { long } from "./offload.ts"

/** Whether a frame of such a stream tells usage and nothing else: the one that a client who did not ask must not see. */
export const isUsageFrame = ({ data }: StreamFrame): boolean => {
  if (!data.includes('"usage"')) return false
  const chunk = eventValue(data)
  if (!isObject(chunk)) return false
  const choices = chunk["choices"]
  return isArray(choices) && choices.length === 0 && isObject(chunk["usage"])
}

/** What frames count that pass unread: the last of them is read, once that is asked for. */
export class UnreadUsage {
  readonly #passing: Pick<Passthrough, "counts" | "usage">
  readonly #see: (usage: TokenUsage) => void
  #last: string | undefined

  /** `see` is told of what was read. */
  constructor(passing: Pick<Passthrough, "counts" | "usage">, see: (usage: TokenUsage) => void) {
    this.#passing = passing
    this.#see = see
  }

  /** A frame passes. A long one is read at once, and not kept. */
  pass(frame: StreamFrame): void {
    if (this.#passing.counts?.(frame) !== true) return
    const isLong = frame.data.length > long
    this.#last = isLong ? frame.data : copyText(frame.data)
    if (isLong) this.read()
  }

  /** Reads what was counted last. */
  read(): void {
    if (this.#last === undefined) return
    const usage = this.#passing.usage(eventValue(this.#last))
    this.#last = undefined
    if (usage !== undefined) this.#see(usage)
  }
}
