import * as Redacted from "effect/Redacted"
import { memberMistake, type WantedMember } from "../core/options.ts"

const isText = (given: unknown): given is string => typeof given === "string" && given !== ""

const name: WantedMember = { name: "name", expected: "a text that is not empty", accepts: isText }

/** Rows of a database say `null` where a key belongs to nobody else's account. */
const keyName: WantedMember = { ...name, accepts: (given) => given === null || isText(given) }

/** What an account may call: what is looked for in a text would be found in its letters. */
const permissions: readonly WantedMember[] = [
  {
    name: "models",
    expected: "a list of model ids, in which `*` stands for any characters",
    accepts: (given) => Array.isArray(given) && given.every(isText)
  },
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
  return secretMistake(given.key) ?? memberMistake(given, [keyName, ...permissions])
}

const secretMistake = (given: unknown): string | undefined => {
  const key = Redacted.isRedacted(given) ? Redacted.value(given) : given
  return isText(key) && key.trim() === key
    ? undefined
    : "a key must be a text that is not empty, without white space at its ends"
}

/** Why something is no account, without what it holds; undefined where it is one. */
export const accountMistake = (given: unknown): string | undefined => {
  if (typeof given !== "object" || given === null) return `it is a ${typeof given}, and no object with a \`name\``
  if (given instanceof Error) return "it is an error, which is to be thrown"
  if (!("name" in given) || given.name === undefined) return "it has no `name`"
  return memberMistake(given, [name, ...permissions])
}
