import * as Schema from "effect/Schema"
import type { Inserted, Kept } from "../rows.ts"

/** A task's members as the scripts give them: texts, of which an empty one is null. */
const Members = Schema.Tuple([Schema.String, Schema.String, Schema.String, Schema.FiniteFromString, Schema.String])

const keptOf = ([owner, holder, until, fence, document]: typeof Members.Type): Kept => ({
  owner,
  holder: holder === "" ? null : holder,
  until: until === "" ? null : Number(until),
  fence,
  document
})

const readClaimed = Schema.decodeUnknownSync(Schema.NullOr(Schema.Tuple([Schema.String, Members])))

/** Reads what came of a new row; as all here, throws where a reply is none of the script's. */
export const readInserted = (reply: unknown): Inserted => {
  const claimed = readClaimed(reply)
  return claimed === null ? { kind: "new" } : { kind: "claimed", hash: claimed[0], row: keptOf(claimed[1]) }
}

const readMembers = Schema.decodeUnknownSync(Schema.NullOr(Members))

/** Reads a row that may not be there. */
export const readFound = (reply: unknown): Kept | undefined => {
  const found = readMembers(reply)
  return found === null ? undefined : keptOf(found)
}

const readRows = Schema.decodeUnknownSync(Schema.Array(Members))

/** Reads rows. */
export const readTaken = (reply: unknown): readonly Kept[] => readRows(reply).map(keptOf)

/** Reads a number. */
export const readNumber: (reply: unknown) => number = Schema.decodeUnknownSync(Schema.Int)

/** Reads whether something was done. */
export const readDone = (reply: unknown): boolean => readNumber(reply) === 1

const readTexts = Schema.decodeUnknownSync(Schema.Array(Schema.String))

/** Reads names and numbers in turn. */
export const readTally = (reply: unknown): ReadonlyMap<string, number> => {
  const texts = readTexts(reply)
  return new Map(texts.flatMap((text, at) => (at % 2 === 0 ? [[text, Number(texts[at + 1])] as const] : [])))
}
