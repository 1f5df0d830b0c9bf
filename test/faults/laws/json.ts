/** A member of a JSON object; undefined when there is none or the value is no object. */
export const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

/** The items of a JSON array; none when the value is no array. */
export const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A JSON string, or undefined. */
export const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)
