import { Invalid, fail, type Result, succeed } from "../core/errors/invalid.ts"
import { putMember, type JsonTemplate } from "../core/json/json.ts"
import { childPointer, type JsonPointer } from "../core/json/pointer.ts"

/** What one field of a form says, and the steps of its name. */
export interface FormFieldText {
  readonly steps: FieldPath
  readonly value: JsonTemplate
}

/** The most steps in the name of a field, `a[b][c]` has three: as many as levels of JSON are read. */
export const mostSteps = 64

/** The steps that the name of a field leads down: members by their names, and `""` for the next item of a list. */
export type FieldPath = readonly [string, ...string[]]

/**
 * The steps of a field's name, `["a", "b", ""]` of `a[b][]`, as OpenAI's SDKs write members of members
 * (https://github.com/openai/openai-node/blob/master/src/internal/uploads.ts). A name whose brackets do not match is one step.
 */
export const stepsOf = (name: string): FieldPath => {
  const [first = "", ...inner] = name.split("[", mostSteps + 1)
  const isNested = first !== "" && inner.every((step) => step.indexOf("]") === step.length - 1 && step !== "")
  return isNested ? [first, ...inner.map((step) => step.slice(0, -1))] : [name]
}

/**
 * The object that the fields of a form say: those of one name are a list, and so are members named `0`, `1`, `2` ….
 * `Invalid` where a name is both a value and an object, or leads too deep.
 */
export const objectIn = (
  fields: readonly FormFieldText[]
): Result<{ readonly [key: string]: JsonTemplate }, Invalid> => {
  const root = new Place()
  for (const { steps, value } of fields) {
    if (steps.length > mostSteps)
      return fail(Invalid.at(childPointer("", steps[0]), `A field's name has more than ${mostSteps} steps.`))
    root.add(steps, value)
  }
  const clashes: JsonPointer[] = []
  const object = root.object("", clashes)
  const [first] = clashes
  return first === undefined
    ? succeed(object)
    : fail(Invalid.at(first, "The form gives this field both as a value and as an object or a list. Send one of them."))
}

/** What the fields say of one place. */
class Place {
  readonly #values: JsonTemplate[] = []
  readonly #members = new Map<string, Place>()
  readonly #items: Place[] = []

  add(steps: FieldPath, value: JsonTemplate): void {
    this.#member(steps[0]).#add(steps, 1, value)
  }

  #add(steps: FieldPath, from: number, value: JsonTemplate): void {
    const step = steps[from]
    if (step === undefined) this.#values.push(value)
    else (step === "" ? this.#item(steps, from + 1) : this.#member(step)).#add(steps, from + 1, value)
  }

  #member(name: string): Place {
    const there = this.#members.get(name)
    if (there !== undefined) return there
    const place = new Place()
    this.#members.set(name, place)
    return place
  }

  /** The item that is being said, or a new one where it says already what comes. */
  #item(steps: FieldPath, from: number): Place {
    const last = this.#items.at(-1)
    if (last !== undefined && last.#takes(steps, from)) return last
    const place = new Place()
    this.#items.push(place)
    return place
  }

  /** Whether what steps lead to is not said yet. */
  #takes(steps: FieldPath, from: number): boolean {
    if (this.#values.length > 0) return false
    const step = steps[from]
    if (step === undefined) return false
    if (step === "") return true
    const member = this.#members.get(step)
    return member === undefined || member.#takes(steps, from + 1)
  }

  object(at: JsonPointer, clashes: JsonPointer[]): { readonly [key: string]: JsonTemplate } {
    const object: { [key: string]: JsonTemplate } = {}
    for (const [name, place] of this.#members) putMember(object, name, place.#tree(childPointer(at, name), clashes))
    return object
  }

  #tree(at: JsonPointer, clashes: JsonPointer[]): JsonTemplate {
    const [only, ...more] = this.#values
    if (this.#members.size > 0) {
      if (only !== undefined || this.#items.length > 0) clashes.push(at)
      return this.#isNumbered() ? Object.values(this.object(at, clashes)) : this.object(at, clashes)
    }
    const items = this.#items.map((place, index) => place.#tree(childPointer(at, this.#values.length + index), clashes))
    return items.length === 0 && more.length === 0 ? only : [...this.#values, ...items]
  }

  #isNumbered(): boolean {
    let next = 0
    for (const name of this.#members.keys()) if (name !== String(next++)) return false
    return true
  }
}
