import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateRequest } from "../../../src/translate.ts"

type Format = typeof messages | typeof responses

/** The body of a translated request, and its notes: kind, severity, rule and place. */
const sent = (from: Format, to: Format, body: object, headers: Readonly<Record<string, string>> = {}) => {
  const there = translateRequest({ from, to, headers, target: { model: "m" } }, JSON.stringify(body))
  if (!there.ok) throw there.error
  const { value } = there
  const notes = value.notes.map(({ kind, severity, rule, path }) => `${kind} ${severity} ${rule} ${path}`)
  return { body: JSON.parse(value.body), notes, details: value.notes.map(({ detail }) => detail) }
}

const others = [chatCompletions, messages, generateContent]

const asked = { model: "m", input: "Hi", max_output_tokens: 99 }

/** @see https://github.com/openai/openai-node `user` of `ResponseCreateParams`, which `safety_identifier` replaces (openai 7.57.0) */
describe.each(others)("the older name of the user beside the newer, told to $id", (to) => {
  const both = (user: string) => sent(responses, to, { ...asked, safety_identifier: "new", user })

  it("is said to be outweighed where it is another", () => {
    const { notes, details } = both("old")
    expect(notes).toContain(`dropped cosmetic ${to.id}/overridden /user`)
    expect(details).toContain("`safety_identifier` takes precedence over `user`, which was not sent.")
  })

  it("is no loss where it is the same", () => {
    expect(both("new").notes.filter((note) => note.endsWith("/user"))).toEqual([])
  })
})

describe("the older name of the user beside the newer", () => {
  it("goes back to its own format, without a note", () => {
    const { body, notes } = sent(responses, responses, { ...asked, safety_identifier: "new", user: "old" })
    expect(body).toMatchObject({ safety_identifier: "new", user: "old" })
    expect(notes).toEqual([])
  })
})
