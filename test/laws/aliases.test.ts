import { describe, expect, it } from "vitest"
import { foldStream } from "../../src/core/events/fold.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../src/core/format.ts"
import { all, callOf, decode, decodeResponse, encode, stamp } from "./calling.ts"
import { differences, inCallOrder, plain, resultsFirst, settled } from "./differ.ts"
import { law, samples } from "./law.ts"
import { runs } from "./runs.ts"
import type { Choices } from "./choices.ts"
import { aliases as aliasesOfChat, spellings as spellingsOfChat } from "./spelt/chat-completions.ts"
import { aliases as aliasesOfContent, spellings as spellingsOfContent } from "./spelt/generate-content.ts"
import { aliases as aliasesOfMessages, spellings as spellingsOfMessages } from "./spelt/messages.ts"
import { aliases as aliasesOfResponses, spellings as spellingsOfResponses } from "./spelt/responses.ts"
import type { Alias, Spellings, Spelt } from "./spelt/spelt.ts"
import { everySubject, type Subject } from "./subjects.ts"

/** What each format reads in several spellings, and bodies in them. */
const listed: Readonly<Record<string, { readonly aliases: readonly Alias[]; readonly spellings: Spellings }>> = {
  "chat-completions": { aliases: aliasesOfChat, spellings: spellingsOfChat },
  messages: { aliases: aliasesOfMessages, spellings: spellingsOfMessages },
  "generate-content": { aliases: aliasesOfContent, spellings: spellingsOfContent },
  responses: { aliases: aliasesOfResponses, spellings: spellingsOfResponses }
}

/** Aliases that mean something else as they are read: only what is written of them is the same, and why. */
const otherwise: readonly { readonly alias: string; readonly why: string }[] = [
  { alias: "json_schema without name", why: "the name is what the format demands" },
  { alias: 'arguments: ""', why: "a call without input is told as one" },
  { alias: "usage without details", why: "the types demand counts, which are 0 where none was told" }
]

const json = (body: unknown): string => (typeof body === "string" ? body : JSON.stringify(body))

/** What a body means, as plain data. */
const meaning = ({ format }: Subject, kind: Spelt["kind"], body: unknown): unknown => {
  switch (kind) {
    case "request":
      return resultsFirst(inCallOrder(settled(plain(decode(format, callOf(json(body))).request))))
    case "response":
      return settled(plain(decodeResponse(format, json(body))))
    case "stream":
      return settled(plain(foldStream(all(format.decodeStream(emptyReplyContext), framesOf(body))).response))
  }
}

const framesOf = (body: unknown): readonly { readonly data: string }[] =>
  Array.isArray(body) ? body.map((data: unknown) => ({ data: json(data) })) : []

/** What a format writes of a body that it read. */
const rewritten = ({ format, target }: Subject, kind: Spelt["kind"], body: unknown): string | undefined => {
  switch (kind) {
    case "request": {
      const { request } = decode(format, callOf(json(body)))
      return encode(format, request, { ...target, model: request.model })?.body
    }
    case "response":
      return format.encodeResponse(decodeResponse(format, json(body)), defaultReplyPreferences, stamp).value.text
    case "stream": {
      const events = all(format.decodeStream(emptyReplyContext), framesOf(body))
      return JSON.stringify(
        all(format.encodeStream({ ...defaultReplyPreferences, stream: true, usage: true }, stamp), events)
      )
    }
  }
}

describe.each(everySubject)("an alias of $format.id", (subject) => {
  const { aliases, spellings } = listed[subject.format.id] ?? { aliases: [], spellings: {} }
  const names = Object.keys(spellings)
  const hit = new Map<string, number>()
  const made = (c: Choices): readonly [name: string, Spelt] => {
    const name = names[c.below(names.length)] ?? ""
    const spelt = spellings[name]?.(c) ?? { kind: "request", read: null, written: null }
    return [name, spelt]
  }

  it("is one of the format's own list, each of which is made", () => {
    expect(names.toSorted()).toEqual(aliases.map(({ read }) => read).toSorted())
  })

  law("is written as the list says", made, ([name, { kind, read, written }]) => {
    hit.set(name, (hit.get(name) ?? 0) + 1)
    expect(rewritten(subject, kind, read), name).toBe(rewritten(subject, kind, written))
  })

  law("means what the written spelling does", made, ([name, { kind, read, written }]) => {
    const found = differences(plain(meaning(subject, kind, read)), plain(meaning(subject, kind, written)))
    expect(found.length > 0, `${name} ${found.join(" ")}`).toBe(otherwise.some((it) => it.alias === name))
  })

  it("is hit, each of them", () => {
    for (const [name] of samples(made, 10 * names.length, 21)) hit.set(name, (hit.get(name) ?? 0) + 1)
    expect(names.filter((name) => !hit.has(name))).toEqual([])
    expect([...hit.values()].reduce((sum, times) => sum + times, 0)).toBeGreaterThanOrEqual(runs)
  })
})
