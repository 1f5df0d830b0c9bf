import type { Direction } from "./bodies.ts"
import { noPeer, peerFile } from "./peers.ts"
import { translator as byHand } from "./translator-by-hand.ts"
import { translator as isogloss } from "./translator-isogloss.ts"
import { bridgeTranslator } from "./translator-llm-bridge.ts"

/** A translator as the bench calls it. What a call gives is a number made of all that it said, so that lazy work counts. */
export interface Translator {
  readonly name: string
  /** Whether it knows a pair of formats. */
  readonly takes: (direction: Direction) => boolean
  /** Translates a request body, JSON text to JSON text, and reads the notes. */
  readonly request: (direction: Direction, text: string) => number
  /** Translates a streamed answer, bytes to bytes or text, and reads the notes. */
  readonly stream: (direction: Direction, pieces: readonly Uint8Array[]) => number | Promise<number>
  /** The text that a request translates to, for a look at whether it is right. */
  readonly show: (direction: Direction, text: string) => string
  /** The text that a stream translates to, likewise. */
  readonly showStream: (direction: Direction, pieces: readonly Uint8Array[]) => string | Promise<string>
}

/** A translator, or why it cannot be measured. */
export type Found =
  | { readonly name: string; readonly translator: Translator }
  | { readonly name: string; readonly why: string; readonly wrong?: boolean }

/** All translators: the one that is measured, that of others where it is installed, and one by hand. */
export const findTranslators = async (): Promise<readonly Found[]> => {
  const file = peerFile("llm-bridge")
  return [
    { name: "isogloss", translator: isogloss },
    file === undefined
      ? { name: "llm-bridge", why: noPeer("llm-bridge") }
      : { name: "llm-bridge", translator: await bridgeTranslator(file) },
    { name: "by hand", translator: byHand }
  ]
}
