import type { ToolCallPart, ToolResultPart } from "../../../core/chat/chat.ts"
import { idAt, identifierSpelling, spellId } from "../../../core/chat/spelling.ts"
import { OpenCalls } from "../../../core/chat/open-calls.ts"
import { idLength } from "../wire.ts"

const spelling = identifierSpelling(idLength)

/**
 * The ids of a conversation's calls as they are written. An id that an earlier turn has used is told apart by how often
 * it came before, and a missing one depends on its place: a turn's ids never change when turns are added.
 */
export class CallIds {
  readonly #used = new Map<string, number>()
  readonly #open = new OpenCalls()
  readonly #ids = new Map<ToolCallPart, string>()

  /** An assistant's turn begins: earlier calls wait no longer. */
  turn(): void {
    this.#open.clear()
    this.#ids.clear()
  }

  /** The id for a call, the `index`th of the turn `turn`. */
  ofCall(call: ToolCallPart, turn: number, index: number): string {
    const id = call.id === undefined ? idAt(turn, index) : this.#fresh(call.id)
    this.#open.add(call)
    this.#ids.set(call, id)
    return id
  }

  /** The id of the call that a result answers; undefined where no call is open. `guessed` where only order tells. */
  ofResult(result: ToolResultPart): { readonly id: string; readonly guessed: boolean } | undefined {
    const call = this.#open.take(result)
    const id = call && this.#ids.get(call)
    return id === undefined ? undefined : { id, guessed: result.id === undefined && result.name === undefined }
  }

  #fresh(id: string): string {
    const before = this.#used.get(id) ?? 0
    this.#used.set(id, before + 1)
    return spellId(before === 0 ? id : `${id}#${before}`, spelling)
  }
}
