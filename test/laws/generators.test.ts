import { describe, expect, it } from "vitest"
import type { ChatRequest, ChatResponse } from "../../src/core/chat/chat.ts"
import { defaultReplyPreferences } from "../../src/core/format.ts"
import { encode, stamp } from "./calling.ts"
import type { Choices } from "./choices.ts"
import { dense, plain } from "./differ.ts"
import { samples } from "./law.ts"
import { commonRequest, commonResponse } from "./made/common.ts"
import { wildRequest, wildResponse } from "./made/wild.ts"
import { everySubject, subjects } from "./subjects.ts"

const count = 2000

const mixedResponse = (c: Choices): ChatResponse => (c.chance(50) ? commonResponse(c) : wildResponse(c))
const mixed = (c: Choices): ChatRequest => (c.chance(50) ? commonRequest(c) : wildRequest(c))

/** How many of the texts show something, in percent, rounded down. */
const share = (texts: readonly string[], shows: (text: string) => boolean): number =>
  Math.floor((100 * texts.filter(shows).length) / texts.length)

const calls = (request: ChatRequest): readonly string[] =>
  request.messages.flatMap((message) => message.parts.flatMap((part) => (part.type === "tool-call" ? [part.name] : [])))

/** Whether a member of the top level is null that other bodies leave out. */
const nullOrAbsent = (body: string): boolean => Object.values(JSON.parse(body) as object).includes(null)

/** Whether results stand in another order than their calls: each id stands first at its call, then at its result. */
const outOfOrder = (body: string): boolean => {
  const ids = [...body.matchAll(/"(?:id|call_id|tool_call_id|tool_use_id)":\s?"((?:call|toolu|fc)_\d+_\d+)"/g)]
  const named = ids.map(([, id]) => id)
  const results = named.filter((id, at) => named.indexOf(id) < at)
  const calls = named.filter((id, at) => named.indexOf(id) === at && results.includes(id))
  return calls.join() !== results.join()
}

describe("what the generators make", () => {
  const requests = samples(mixed, count, 1)

  it.each(subjects)("at least 30 % of the requests encode to $format.id without a note", ({ format, target }) => {
    const silent = requests.filter((request) => encode(format, request, target)?.notes.length === 0).length
    console.info(`${format.id}: ${Math.floor((100 * silent) / count)} % without a note`)
    expect(silent).toBeGreaterThanOrEqual(0.3 * count)
  })

  const responses = samples(mixedResponse, count, 3)

  it.each(everySubject)("at least 30 % of the answers encode to $format.id without a note", ({ format }) => {
    const silent = responses.filter(
      (it) => format.encodeResponse(it, defaultReplyPreferences, stamp).notes.length === 0
    ).length
    console.info(`answers of ${format.id}: ${Math.floor((100 * silent) / count)} % without a note`)
    expect(silent).toBeGreaterThanOrEqual(0.3 * count)
  })

  it("are as many as it says", () => {
    expect([requests.length, responses.length]).toEqual([2000, 2000])
  })

  const texts = requests.map((request) => JSON.stringify(plain(request)))
  it.each<[string, (text: string) => boolean]>([
    ["an empty string", (text) => text.includes('""')],
    ["a lone surrogate", (text) => /\\ud[89a-f][0-9a-f]{2}/.test(text)],
    ["astral text", (text) => text.includes("😀")],
    ["a name __proto__", (text) => text.includes("__proto__")],
    ["names like integers", (text) => text.includes('\\"10\\"')],
    ["an integer above 2^53", (text) => text.includes("12345678901234567890")],
    ["a negative zero", (text) => /[:[,]-0[,\]}]|"-0"/.test(text)]
  ])("at least 2 % hold %s", (name, shows) => {
    const found = share(texts, shows)
    console.info(`${name}: ${found} %`)
    expect(found).toBeGreaterThanOrEqual(2)
  })

  it("at least 2 % hold two calls of one name", () => {
    const found = requests.filter((request) => new Set(calls(request)).size < calls(request).length).length
    console.info(`two calls of one name: ${Math.floor((100 * found) / count)} %`)
    expect(found).toBeGreaterThanOrEqual(0.02 * count)
  })

  it("at least 2 % hold reasoning between texts", () => {
    const between = (request: ChatRequest): boolean =>
      request.messages.some((message) =>
        message.parts.some((part, at) => part.type === "reasoning" && at > 0 && at < message.parts.length - 1)
      )
    const found = requests.filter(between).length
    console.info(`reasoning between parts: ${Math.floor((100 * found) / count)} %`)
    expect(found).toBeGreaterThanOrEqual(0.02 * count)
  })

  describe.each(everySubject)("at least 2 % of the bodies of $format.id", ({ format, request }) => {
    const bodies = samples(request, count, 2)

    it.each<[string, (text: string) => boolean]>([
      ["an explicit null", (text) => dense(text).includes(":null")],
      ["an explicit null where another body has the member absent", nullOrAbsent],
      ["results out of order", outOfOrder]
    ])("hold %s", (name, shows) => {
      const found = share(bodies, shows)
      console.info(`${format.id}, ${name}: ${found} %`)
      expect(bodies).toHaveLength(count)
      expect(found).toBeGreaterThanOrEqual(2)
    })
  })
})
