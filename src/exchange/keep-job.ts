import { succeed } from "../core/errors/invalid.ts"
import type { HistoryFormat, KeepableAnswer } from "../core/history.ts"
import { scalarMembers } from "../core/json/pointer.ts"
import { outputIds } from "../history/output.ts"
import { crossing, type Job } from "./offload.ts"
import { splice } from "./splice.ts"

/** A whole answer that may be kept, and what it is to say of that. */
export interface KeepInput {
  readonly body: Uint8Array | string
  readonly isStored: boolean
  /** The answer that its request went on from. */
  readonly previous: string | undefined
}

/** What is found of an answer that may be kept. */
interface FoundAnswer extends KeepableAnswer {
  /** The ids of its items. */
  readonly items: readonly string[]
}

/** An answer that says whether it is kept. */
export interface KeepResult {
  /** The answer as it was given: it may have crossed. */
  readonly body: Uint8Array | string
  /** The same as its client is told it, and as it is kept. */
  readonly told: Uint8Array | string
  /** Absent: it is none that is kept. */
  readonly found?: FoundAnswer
}

const decoder = new TextDecoder()

/** Looks through a whole answer for what keeping it needs. */
export const keepJob = (endpoint: string, format: HistoryFormat): Job<KeepInput, KeepResult> => ({
  name: `${endpoint}/keep`,
  isPaid: true,
  *run({ body, isStored, previous }) {
    const text = typeof body === "string" ? body : decoder.decode(body)
    yield
    const head = scalarMembers(text)
    const keepable = format.answer(head)
    if (keepable === undefined) return succeed({ body, told: body })
    yield
    const edits = format.edits(head, isStored, previous)
    const told = edits.length === 0 ? body : crossing(splice(text, edits))
    yield
    return succeed({ body, told, found: { ...keepable, items: yield* outputIds(text) } })
  }
})
