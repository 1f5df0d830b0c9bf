import { JsonText } from "./json.ts"
import { nameIn } from "./pointer.ts"
import { closingQuote } from "./scan.ts"

const quote = 34

const backslash = 92

const openList = 91

const openObject = 123

/**
 * Gives members at the top of a JSON object other names while its text comes in pieces, wherever it is cut. All else of
 * it passes as it is spelled.
 */
export class MemberRenamer {
  readonly #names: ReadonlyMap<string, string>
  /** The most characters of such a name, each an escape, before its last quote. */
  readonly #longest: number
  #depth = 0
  #inString = false
  #escaped = false
  /** Whether a string that begins here is the name of a member at the top. */
  #atName = false

  /** What came of a name that was cut. */
  rest = ""

  /** `names`: the new name of a member by its old one. */
  constructor(names: ReadonlyMap<string, string>) {
    this.#names = names
    this.#longest = 1 + 6 * Math.max(...[...names.keys()].map(({ length }) => length))
  }

  /** What can be said of a text with its next piece. */
  push(piece: string): string {
    const text = this.rest + piece
    this.rest = ""
    let out = ""
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      const end = this.#atName && code === quote ? closingQuote(text, at + 1) : -1
      if (end === text.length && end - at <= this.#longest) {
        this.rest = text.slice(at)
        return out + text.slice(from, at)
      }
      if (end >= 0) this.#atName = false
      if (end < 0 || end === text.length) {
        this.#see(code)
        continue
      }
      const name = this.#names.get(nameIn(text.slice(at, end + 1)))
      if (name !== undefined) {
        out += text.slice(from, at) + JSON.stringify(name)
        from = end + 1
      }
      at = end
    }
    return out + text.slice(from)
  }

  #see(code: number): void {
    if (this.#escaped) this.#escaped = false
    else if (this.#inString) {
      if (code === backslash) this.#escaped = true
      else if (code === quote) this.#inString = false
    } else if (code === quote) this.#inString = true
    else if (code === openObject || code === openList) this.#open(code)
    else if (code === 125 || code === 93) this.#depth--
    else if (code === 44) this.#atName = this.#depth === 1
  }

  /** In a list at the top nothing has a name. */
  #open(code: number): void {
    this.#depth += code === openList && this.#depth === 0 ? Infinity : 1
    this.#atName = this.#depth === 1
  }
}

/** A JSON text with the other names of members at its top. */
export const renameMembers = (json: JsonText, names: ReadonlyMap<string, string>): JsonText => {
  const renamer = new MemberRenamer(names)
  return JsonText.source(renamer.push(json.text) + renamer.rest)
}
