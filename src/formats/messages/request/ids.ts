import type { ToolCallPart, ToolResultPart } from "../../../words/chat/chat.ts"
import { idAt, plain, spellId } from "../../../words/chat/spelling.ts"
import { answeredCall } from "../../../words/chat/turns.ts"
import { idLength } from "../wire.ts"

const spelling = plain(idLength)

/** A call that waits for its answer, and the id that it was written with. */
interface Open {
  readonly call: ToolCallPart
  readonly id: string
}

/**
 * The ids of a conversation's calls as they are written. An id that an earlier turn has used is told apart by how often
 * it came before, and a missing one depends on its place: a turn's ids never change when turns are added.
 */
export class CallIds {
  readonly #used = new Map<string, number>()
  #open: Open[] = []

  /** An assistant's turn begins: earlier calls wait no longer. */
  turn(): void {
    this.#open = []
  }

  /** The id for a call, the `index`th of the turn `turn`. */
  ofCall(call: ToolCallPart, turn: number, index: number): string {
    const id = call.id === undefined ? idAt(turn, index) : this.#fresh(call.id)
    this.#open.push({ call, id })
    return id
  }

  /** The id of the call that a result answers; undefined where no call is open. `guessed` where only order tells. */
  ofResult(result: ToolResultPart): { readonly id: string; readonly guessed: boolean } | undefined {
    const index = answeredCall(
      this.#open.map(({ call }) => call),
      result
    )
    const [found] = index < 0 ? [] : this.#open.splice(index, 1)
    return found === undefined
      ? undefined
      : { id: found.id, guessed: result.id === undefined && result.name === undefined }
  }

  #fresh(id: string): string {
    const before = this.#used.get(id) ?? 0
    this.#used.set(id, before + 1)
    return spellId(before === 0 ? id : `${id}#${before}`, spelling)
  }
}
