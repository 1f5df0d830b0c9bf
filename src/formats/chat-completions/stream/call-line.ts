import type { ToolCallPart } from "../../../core/chat/chat.ts"

/** A call that is being written, or waits for its turn. */
export interface OpenCall {
  readonly part: number
  call: ToolCallPart
  started: boolean
  ended: boolean
  /** Input that was not written yet. */
  waiting: string
  /** Whether any input was written. */
  said: boolean
  place: number
}

/** Calls in the order in which they are written, the first of which is open. Each is found at once, however many wait. */
export class CallLine {
  readonly #calls = new Map<number, OpenCall>()
  /** Their parts, those that are done too. */
  readonly #order: number[] = []
  #done = 0

  /** The call that is open. */
  get first(): OpenCall | undefined {
    return this.#calls.get(this.#order[this.#done] ?? -1)
  }

  /** The parts of the calls that are left. */
  get parts(): readonly number[] {
    return this.#order.slice(this.#done)
  }

  /** The call that is a part; undefined where it is done. */
  of(part: number): OpenCall | undefined {
    return this.#calls.get(part)
  }

  /** A call waits. */
  add(call: OpenCall): void {
    this.#calls.set(call.part, call)
    this.#order.push(call.part)
  }

  /** The first is done. */
  next(): void {
    this.#calls.delete(this.#order[this.#done++] ?? -1)
  }
}
