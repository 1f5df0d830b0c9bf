const quote = 34
const backslash = 92
const space = 32

/** Looks for the end of the first value in a JSON text that comes in pieces. Each character is looked at once. */
export class ValueEnd {
  #depth = 0
  #inString = false
  #escaped = false
  #state: "open" | "closed" | "followed" = "open"

  add(text: string): void {
    for (let at = 0; at < text.length; at++) this.#see(text.charCodeAt(at))
  }

  /** Whether an object or a list ended, and nothing but space came behind it. */
  get isClosed(): boolean {
    return this.#state === "closed"
  }

  #see(code: number): void {
    if (this.#inString) this.#seeInString(code)
    else if (this.#state !== "open" && code > space) this.#state = "followed"
    else if (code === quote) this.#inString = true
    else if (code === 123 || code === 91) this.#depth++
    else if ((code === 125 || code === 93) && --this.#depth === 0) this.#state = "closed"
  }

  #seeInString(code: number): void {
    if (this.#escaped) this.#escaped = false
    else if (code === backslash) this.#escaped = true
    else if (code === quote) this.#inString = false
  }
}
