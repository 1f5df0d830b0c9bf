import { Gathered } from "../../../words/framing/gathered.ts"
import { isWhole } from "../blocks/encode.ts"

const quote = 34
const backslash = 92
const space = 32

/** The input of a call as it comes. Each character is looked at once, however often is asked whether it is whole. */
export class CallInput {
  readonly #text = new Gathered()
  #depth = 0
  #inString = false
  #escaped = false
  /** Where the first value ended; undefined as long as it is open. */
  #end: "closed" | "whole" | "broken" | undefined

  /** In UTF-16 code units. */
  get length(): number {
    return this.#text.length
  }

  add(text: string): void {
    for (let at = 0; at < text.length; at++) this.#see(text.charCodeAt(at))
    this.#text.add(text)
  }

  /** Whether it is a whole JSON object. */
  get isFinished(): boolean {
    if (this.#end === "closed") this.#end = isWhole(this.#text.text) ? "whole" : "broken"
    return this.#end === "whole"
  }

  /** Whether it is a whole JSON object, or nothing. */
  get isWhole(): boolean {
    return this.length === 0 || this.isFinished
  }

  #see(code: number): void {
    if (this.#inString) this.#seeInString(code)
    else if (this.#end !== undefined && code > space) this.#end = "broken"
    else if (code === quote) this.#inString = true
    else if (code === 123 || code === 91) this.#depth++
    else if ((code === 125 || code === 93) && --this.#depth === 0) this.#end = "closed"
  }

  #seeInString(code: number): void {
    if (this.#escaped) this.#escaped = false
    else if (code === backslash) this.#escaped = true
    else if (code === quote) this.#inString = false
  }
}
