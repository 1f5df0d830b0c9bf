import * as Redacted from "effect/Redacted"

/** A value with the texts of its secrets, all of which look alike to what compares values. */
export const uncovered = (value: unknown): unknown => {
  if (Redacted.isRedacted(value)) return Redacted.value(value)
  if (Array.isArray(value)) return value.map(uncovered)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, uncovered(member)]))
}
