import { TextBuffer } from "../../../core/framing/gathered.ts"
import { ValueEnd } from "../../../core/json/scan.ts"
import { isWhole } from "../blocks/encode.ts"

/** The input of a call as it comes. It is parsed once, however often is asked whether it is whole. */
export class CallInput {
  readonly #text = new TextBuffer()
  readonly #end = new ValueEnd()
  /** Whether the value that ended is an object; undefined as long as none did. */
  #isObject: boolean | undefined

  /** In UTF-16 code units. */
  get length(): number {
    return this.#text.length
  }

  add(text: string): void {
    this.#end.add(text)
    this.#text.add(text)
  }

  /** Whether it is a whole JSON object. */
  get isFinished(): boolean {
    return this.#end.isClosed && (this.#isObject ??= isWhole(this.#text.text))
  }

  /** Whether it is a whole JSON object, or nothing. */
  get isWhole(): boolean {
    return this.length === 0 || this.isFinished
  }
}
