import { expect, describe, it } from "vitest"
import * as Formats from "../../src/formats.ts"
import { type Format, translateResponse, translateStream } from "../../src/translate.ts"
import { list } from "./list.ts"

const from = Formats.generateContent
const targets = [Formats.responses, Formats.messages, Formats.chatCompletions]

/** Events of an answer that say again and again that each of its stretches rests on each of some pages. */
interface Shape {
  readonly events: number
  readonly stretches: number
  readonly pages: number
  readonly url?: string
  /** Whether no two say the same. */
  readonly anew: boolean
}

const page = (number: number, { anew, url = "http://a" }: Shape): object => ({
  web: { uri: anew ? `${url}/${number}` : url, title: "t" }
})

const found = (event: number, shape: Shape): object => ({
  groundingChunks: list(shape.pages, (number) => page(number, shape)),
  groundingSupports: list(shape.stretches, (at) => ({
    segment: { startIndex: shape.anew ? (event * shape.stretches + at) % 900 : 0, endIndex: 999 },
    groundingChunkIndices: list(shape.pages, (number) => number)
  }))
})

const candidate = (more: object, text?: string): object => ({
  candidates: [{ content: { role: "model", parts: text === undefined ? [] : [{ text }] }, index: 0, ...more }]
})

const framesOf = (shape: Shape): readonly object[] => [
  candidate({}, "w".repeat(1000)),
  ...list(shape.events, (event) => candidate({ groundingMetadata: found(event, shape) })),
  candidate({ finishReason: "STOP" })
]

const streamed = (to: Format, frames: readonly object[]) => {
  const stream = translateStream({ from, to })
  let told = ""
  for (const frame of frames) told += stream.push(`data: ${JSON.stringify(frame)}\n\n`)
  return { told: told + stream.end(), rules: stream.notes().map(({ rule }) => rule) }
}

const times = (told: string): number => told.split('"http://a').length - 1

describe.each(targets.map((to) => [to.id, to] as const))("what a stream's search found, to %s", (id, to) => {
  /** How often an address is told of each citation. */
  const copies = to === Formats.responses ? 4 : 1

  it("is told once where it is repeated", () => {
    const { told, rules } = streamed(to, framesOf({ events: 30, stretches: 10, pages: 10, anew: false }))
    expect(times(told)).toBe(copies)
    expect(rules).not.toContain(`${id}/citation`)
  })

  it.each([
    ["short addresses", { events: 10, stretches: 90, pages: 100 }, 2048],
    ["long addresses", { events: 3, stretches: 90, pages: 90, url: `http://a/${"b".repeat(5000)}` }, 191]
  ])("is not told beyond what is told of an answer: %s", (_, shape, most) => {
    const { told, rules } = streamed(to, framesOf({ ...shape, anew: true }))
    expect(times(told)).toBeGreaterThan(copies * (most / 2 - 1))
    expect(times(told)).toBeLessThanOrEqual(copies * most)
    expect(rules.filter((rule) => rule === `${id}/citation`)).toHaveLength(1)
  })

  it("is not read again for each of many events that say little more of it", () => {
    const large = found(0, { events: 1, stretches: 1, pages: 5000, url: `http://a/${"b".repeat(100)}`, anew: true })
    const small = (events: number): readonly object[] =>
      list(events, (event) => candidate({ groundingMetadata: { webSearchQueries: [`q${event}`] } }))
    const frames = (events: number) => [candidate({}, "w"), candidate({ groundingMetadata: large }), ...small(events)]
    const cost = (events: number): number => {
      const before = process.cpuUsage()
      streamed(to, frames(events))
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    cost(100)
    expect(Math.min(cost(3000), cost(3000)) / Math.min(cost(100), cost(100))).toBeLessThan(8)
  })

  it("is not told beyond it in a whole answer, either", () => {
    const groundingMetadata = found(0, { events: 1, stretches: 90, pages: 90, url: "http://a", anew: true })
    const body = candidate({ groundingMetadata, finishReason: "STOP" }, "w".repeat(1000))
    const translated = translateResponse({ from, to }, body)
    if (!translated.ok) throw translated.error
    expect(times(translated.value.body)).toBeLessThanOrEqual(2048)
    expect(translated.value.notes.filter(({ rule }) => rule === `${id}/citation`)).toHaveLength(1)
  })
})
