// What functions of the engine do inside is no code that could be counted, and may hide a walk in one call of a loop. So
// they are replaced, for a whole thread, by ones that add up how many items and characters they looked at or copied.

/** How much one call did: of what it was called on, what it was given, and what came of it. */
type Amount = (self: unknown, given: readonly unknown[], made: unknown) => number

let amount = 0

/** How many items and characters the functions of the engine looked at or copied so far. */
export const nativeSteps = (): number => amount

const lengthOf = (value: unknown): number =>
  typeof value === "string" ? value.length : typeof value === "object" && value !== null ? sizeOf(value) : 0

const sizeOf = (value: object): number => {
  const length: unknown = Reflect.get(value, "length")
  return typeof length === "number" ? length : Object.keys(value).length
}

const numberOr = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise)

const all: Amount = (self) => lengthOf(self)
const result: Amount = (_self, _given, made) => lengthOf(made)
const both: Amount = (self, _given, made) => lengthOf(self) + lengthOf(made)
const first: Amount = (_self, [given]) => lengthOf(given)
const one: Amount = () => 1

const indexIn: Readonly<Record<"list" | "text", typeof Array.prototype.indexOf | typeof String.prototype.indexOf>> = {
  list: Array.prototype.indexOf,
  text: String.prototype.indexOf
}

/** Forwards from a place to what is looked for. */
const upTo: Amount = (self, [sought, from], made) => {
  const start = Math.max(0, numberOr(from, 0))
  const index = typeof made === "number" ? made : indexOf(self, sought, start)
  return 1 + (index < 0 ? Math.max(0, lengthOf(self) - start) : index - start)
}

const indexOf = (self: unknown, sought: unknown, start: number): number =>
  Reflect.apply(typeof self === "string" ? indexIn.text : indexIn.list, self, [sought, start])

/** Backwards from the end to what is looked for. */
const downTo: Amount = (self, _given, made) => lengthOf(self) - numberOr(made, 0)

/** What was taken off at an end, and the character that stayed. */
const shortened: Amount = (self, _given, made) => 1 + lengthOf(self) - lengthOf(made)

/** What an error counts that such a function throws: to make one takes long. */
const forAnError = 1000

const replaced = (owner: object, names: readonly PropertyKey[], amountOf: Amount): void => {
  for (const name of names) {
    const was = Object.getOwnPropertyDescriptor(owner, name)
    const original: unknown = was?.value
    if (was === undefined || typeof original !== "function") throw new Error(`There is no ${String(name)}.`)
    const value = function (this: unknown, ...given: readonly unknown[]): unknown {
      amount += forAnError
      const made: unknown = Reflect.apply(original, this, given)
      amount += amountOf(this, given, made) - forAnError
      return made
    }
    Object.defineProperty(owner, name, { ...was, value })
  }
}

const expressions: { exec: RegExp["exec"] } = RegExp.prototype

/** Expressions look from a place that is known only before they do, and say where they came to. */
const replaceExec = (): void => {
  const { exec } = expressions
  expressions.exec = function (this: RegExp, text: string): RegExpExecArray | null {
    const start = this.global || this.sticky ? this.lastIndex : 0
    const found = exec.call(this, text)
    const end = found === null ? (this.sticky ? start : text.length) : found.index + found[0].length
    amount += 1 + Math.max(0, end - start)
    return found
  }
}

const iterators = [[], new Map(), new Set(), ""].map((it): object => Object.getPrototypeOf(it[Symbol.iterator]()))

/** Puts those in place that count, in this thread and for good. */
export const countNatives = (): void => {
  replaced(Array.prototype, ["indexOf", "includes"], upTo)
  replaced(Array.prototype, ["lastIndexOf"], downTo)
  replaced(Array.prototype, ["slice", "concat", "flat", "toReversed", "toSorted", "toSpliced", "with"], result)
  replaced(Array.prototype, ["splice", "unshift", "reverse", "sort", "fill", "copyWithin"], all)
  replaced(Array.prototype, ["map", "filter", "flatMap", "forEach", "join"], both)
  replaced(String.prototype, ["indexOf", "includes"], upTo)
  replaced(String.prototype, ["lastIndexOf"], downTo)
  replaced(String.prototype, ["trim", "trimStart", "trimEnd"], shortened)
  replaced(String.prototype, ["startsWith", "endsWith"], first)
  replaced(String.prototype, ["split", "replace", "replaceAll", "toLowerCase", "toUpperCase", "normalize"], both)
  replaced(String.prototype, ["isWellFormed", "toWellFormed", "localeCompare"], all)
  replaced(String.prototype, ["repeat", "padStart", "padEnd", "concat"], result)
  replaced(Object.getPrototypeOf(Uint8Array.prototype), ["indexOf", "includes"], upTo)
  replaced(Object.getPrototypeOf(Uint8Array.prototype), ["lastIndexOf"], downTo)
  replaced(Object.getPrototypeOf(Uint8Array.prototype), ["set"], first)
  replaced(Object.getPrototypeOf(Uint8Array.prototype), ["slice", "map", "filter", "join"], result)
  replaced(Object.getPrototypeOf(Uint8Array.prototype), ["fill", "copyWithin", "reverse", "sort"], all)
  replaced(Object, ["keys", "values", "entries", "fromEntries", "getOwnPropertyNames", "assign"], result)
  replaced(JSON, ["parse"], first)
  replaced(JSON, ["stringify"], result)
  replaced(TextEncoder.prototype, ["encode"], result)
  replaced(TextDecoder.prototype, ["decode"], result)
  replaced(Buffer, ["from", "concat"], result)
  replaceExec()
  for (const iterator of iterators) replaced(iterator, ["next"], one)
}
