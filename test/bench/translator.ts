import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Direction } from "./bodies.ts"

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

const places = [
  { name: "isogloss", file: "./translator-isogloss.ts", needs: "./translator-isogloss.ts", why: "not there yet" },
  {
    name: "llm-bridge",
    file: "./translator-llm-bridge.ts",
    needs: "../peers/node_modules/llm-bridge/package.json",
    why: "not installed: run `npm ci --prefix test/peers`"
  },
  { name: "by hand", file: "./translator-by-hand.ts", needs: "./translator-by-hand.ts", why: "not there" }
] as const

/** Loads the translators that are there. Each file exports `translator`. */
export const findTranslators = (): Promise<readonly Found[]> =>
  Promise.all(
    places.map(async ({ name, file, needs, why }): Promise<Found> => {
      if (!existsSync(fileURLToPath(new URL(needs, import.meta.url)))) return { name, why }
      const module: { readonly translator: Translator } = await import(file)
      return { name, translator: module.translator }
    })
  )
