/** What is printed once it is asked for, then its text. */
const lateText: unique symbol = Symbol("isogloss/late")

/** One getter for all: V8 keeps each, and all that it holds, until it collects everything. */
const printedOnce: PropertyDescriptor & ThisType<{ [lateText]: string | (() => string) }> = {
  enumerable: true,
  get() {
    const held = this[lateText]
    return typeof held === "string" ? held : (this[lateText] = held())
  }
}

/** Gives an object a member that is a text, which is made when it is first read. An object has one such member. */
export function addLateText<A extends object, Key extends string>(
  object: A,
  key: Key,
  make: () => string
): asserts object is A & { readonly [K in Key]: string } {
  Object.defineProperty(object, lateText, { value: make, writable: true })
  Object.defineProperty(object, key, printedOnce)
}
