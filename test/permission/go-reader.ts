/** A value as a server in Go holds it: members by their folded names, of which the last one in the text is kept. */
export type GoValue = null | boolean | number | string | readonly GoValue[] | GoObject

/** An object as such a server holds it. */
export interface GoObject extends ReadonlyMap<string, GoValue> {}

/**
 * A name as Go's `encoding/json` compares it with a field's: each letter is the one that stands for all that fold alike,
 * by Unicode's simple folding, of which `ſ` and the sign of the kelvin are the ones outside of ASCII
 * (https://go.dev/src/encoding/json/fold.go).
 */
export const foldName = (name: string): string =>
  Array.from(name, (letter) => odd.get(letter) ?? (/[a-z]/.test(letter) ? letter.toUpperCase() : letter)).join("")

const odd: ReadonlyMap<string, string> = new Map([
  ["\u017f", "S"],
  ["\u212a", "K"]
])

/** Reads a JSON text as such a server does. Throws where it is not JSON. */
export const readAsGo = (text: string): GoValue => {
  JSON.parse(text)
  return new Reader(text).value()
}

class Reader {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(text: string) {
    this.#tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? []
  }

  value(): GoValue {
    const token = this.#next()
    if (token === "{") return this.#object()
    if (token === "[") return this.#list()
    const scalar: string | number | boolean | null = JSON.parse(token)
    return scalar
  }

  #object(): GoObject {
    const members = new Map<string, GoValue>()
    for (let token = this.#next(); token !== "}"; token = this.#next()) {
      if (token === ",") continue
      this.#next()
      members.set(foldName(String(JSON.parse(token))), this.value())
    }
    return members
  }

  #list(): readonly GoValue[] {
    const items: GoValue[] = []
    while (this.#tokens[this.#at] !== "]") {
      if (this.#tokens[this.#at] === ",") this.#at++
      else items.push(this.value())
    }
    this.#at++
    return items
  }

  #next(): string {
    return this.#tokens[this.#at++] ?? "null"
  }
}

/** What such a server finds at a pointer, in which `*` stands for every item of a list. */
export const foundAt = (value: GoValue | undefined, [step, ...more]: readonly string[]): readonly GoValue[] => {
  if (value === undefined || value === null) return []
  if (step === undefined) return [value]
  if (step === "*") return (isList(value) ? value : [value]).flatMap((item) => foundAt(item, more))
  return isObject(value) ? foundAt(value.get(foldName(step)), more) : []
}

const isList = (value: GoValue): value is readonly GoValue[] => Array.isArray(value)

const isObject = (value: GoValue): value is GoObject => value instanceof Map
