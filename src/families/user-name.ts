import { sha256 } from "../core/bytes/sha256.ts"
import type { Json } from "../core/json/json.ts"

/** The hash that stands for a user's name of more characters than an API takes: who it is stays told apart; undefined where it fits. */
export const hashOfLongName = (name: Json | undefined, most: number): string | undefined =>
  typeof name === "string" && name.length > most && Array.from(name).length > most ? sha256(name) : undefined
