/** An error that a stream told its client, as far as its format says it. */
export interface ToldError {
  readonly type: string | undefined
  readonly message: string | undefined
}

/** A run of text on a track: `text`, `thinking`, `refusal`, `signature`, `call 0 id`, `call 0 name` … `arguments`. */
export interface Run {
  readonly track: string
  readonly text: string
}

/**
 * What a stream told its client, in words that both formats share. Candidates after the first have their index before
 * the track (`1: text`).
 */
export interface Delivered {
  /** In the order it came; adjacent pieces of one track are one run. */
  readonly runs: readonly Run[]
  /** Finish and stop reasons, in order. */
  readonly finishes: readonly string[]
  readonly errors: readonly ToldError[]
  /** How many marks of a whole stream came: `[DONE]`, or `message_stop`. */
  readonly ends: number
  /** How many items came after the first error. */
  readonly afterError: number
}

/** Collects what a stream told. */
export class Collected implements Delivered {
  readonly runs: Run[] = []
  readonly finishes: string[] = []
  readonly errors: ToldError[] = []
  ends = 0
  afterError = 0

  /** An item came. */
  item(): void {
    if (this.errors.length > 0) this.afterError += 1
  }

  /** A piece of text; empty ones and values that are no text say nothing. */
  piece(track: string, text: unknown): void {
    if (typeof text !== "string" || text === "") return
    const last = this.runs.at(-1)
    if (last?.track === track) this.runs[this.runs.length - 1] = { track, text: last.text + text }
    else this.runs.push({ track, text })
  }
}

/** The text of one track, its runs joined. */
export const track = ({ runs }: Delivered, name: string): string =>
  runs
    .filter(({ track: its }) => its === name)
    .map(({ text }) => text)
    .join("")
