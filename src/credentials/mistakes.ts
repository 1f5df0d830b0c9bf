import * as Redacted from "effect/Redacted"
import { globLists, isNonEmptyText, memberMistake, texts, type WantedMember } from "../core/options.ts"

const name = texts("name")

/** Rows of a database say `null` where a key belongs to nobody else's account. */
const keyName = name.map((member) => ({
  ...member,
  accepts: (given: unknown) => given === null || isNonEmptyText(given)
}))

/** What an account may call. */
const permissions: readonly WantedMember[] = [
  ...globLists("models"),
  { name: "routing", expected: "`true` or `false`", accepts: (given) => typeof given === "boolean" },
  {
    name: "requests",
    expected: "a number from 1",
    accepts: (given) => typeof given === "number" && given >= 1
  }
]

/** Why something is no key of a client, though its type may have said so; undefined where it is one. */
export const keyMistake = (given: unknown): string | undefined => {
  if (typeof given !== "object" || given === null || Redacted.isRedacted(given)) return secretMistake(given)
  if (!("key" in given)) return "it must be a text, or an object with `key`"
  return secretMistake(given.key) ?? memberMistake(given, [...keyName, ...permissions])
}

const secretMistake = (given: unknown): string | undefined => {
  const key = Redacted.isRedacted(given) ? Redacted.value(given) : given
  return isNonEmptyText(key) && key.trim() === key
    ? undefined
    : "a key must be a text that is not empty, without white space at its ends"
}

/** Why something is no account, without what it holds; undefined where it is one. */
export const accountMistake = (given: unknown): string | undefined => {
  if (typeof given !== "object" || given === null) return `it is a ${typeof given}, and no object with a \`name\``
  if (given instanceof Error) return "it is an error, which is to be thrown"
  if (!("name" in given) || given.name === undefined) return "it has no `name`"
  return memberMistake(given, [...name, ...permissions])
}
