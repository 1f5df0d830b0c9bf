import { describe, expect, it } from "vitest"
import {
  brokenHonestly,
  endedWell,
  everything,
  fin,
  faultCase,
  head,
  lastChunk,
  bodyPieces,
  printFrames,
  sawRequests
} from "../index.ts"
import type { Scripted } from "../index.ts"
import { ask, cells, common, toldBy, toldIn } from "./cells.ts"
import type { Cell } from "./cells.ts"
import { gatewayOver, secrets } from "./gateway.ts"

const gateway = gatewayOver()
const encoder = new TextEncoder()

const eventStream = [["content-type", "text/event-stream"]] as const

const inPieces = (pieces: readonly Uint8Array[]): Scripted => ({
  steps: [head(200, { headers: eventStream }), bodyPieces(pieces), lastChunk()]
})

const asOne = (text: string): Scripted => inPieces([encoder.encode(text)])

/** `created` is the gateway's time where the upstream tells none. */
const timeless = (text: string): string => text.replace(/"created":\d+/g, '"created":0')

/** A client's ledger grows with its connection. */
const perConnection = 32

/** Asks as often as there are answers, and gives the bodies. */
const bodiesOf = async (cell: Cell, answers: readonly Scripted[]): Promise<readonly string[]> => {
  const texts: string[] = []
  await faultCase({ answers, gateway, secrets }, async ({ raw, upstream }) => {
    for (let client = await raw(); texts.length < answers.length; client = await raw()) {
      for (let nth = 1; nth <= perConnection && texts.length < answers.length; nth++) {
        await client.send(ask(cell))
        const response = await client.response(nth)
        expect(response.status).toBe(200)
        texts.push(timeless(response.text))
      }
      await client.close()
    }
    sawRequests(upstream, answers.length)
  })
  return texts
}

describe.each(cells)("pieces of $name", (cell) => {
  const { frames } = cell.upstream.golden
  const whole = encoder.encode(printFrames(frames))
  const short = encoder.encode(printFrames([...cell.upstream.begun, ...cell.upstream.short.frames.slice(-2)]))

  it("does not see where the bytes are cut in two", { timeout: 180_000 }, async () => {
    const cuts = Array.from({ length: short.length - 1 }, (_, at) => at + 1)
    expect(cuts.length).toBe(cell.upstream.format === "messages" ? 1473 : 1033)
    const answers = cuts.map((cut) => inPieces([short.subarray(0, cut), short.subarray(cut)]))
    const [one, ...others] = await bodiesOf(cell, [inPieces([short]), ...answers])
    expect(new Set(others)).toEqual(new Set([one]))
  })

  it("does not see cuts inside characters, nor bytes that come one by one", { timeout: 180_000 }, async () => {
    const inside = [...whole.keys()].filter((at) => ((whole[at] ?? 0) & 0xc0) === 0x80)
    expect(inside.length).toBe(16)
    const answers = inside.map((cut) => inPieces([whole.subarray(0, cut), whole.subarray(cut)]))
    const oneByOne = inPieces([...whole].map((byte) => Uint8Array.of(byte)))
    const [one, ...others] = await bodiesOf(cell, [inPieces([whole]), oneByOne, ...answers])
    expect(new Set(others)).toEqual(new Set([one]))
    expect(one).not.toContain("\ufffd")
  })
})

const fine = (text: string): string => text
const multiLine = (text: string): string => text.replaceAll('data: {"', 'data: {\ndata: "')

/** Spellings of one event stream that mean the same (the HTML standard, server-sent events). */
const spellings: readonly (readonly [name: string, spell: (text: string) => string])[] = [
  ["line feeds", fine],
  ["CRLF", (text) => text.replaceAll("\n", "\r\n")],
  ["CR", (text) => text.replaceAll("\n", "\r")],
  ["mixed line ends", (text) => text.replaceAll("\n\n", "\r\n\n")],
  ["a byte order mark", (text) => `\ufeff${text}`],
  ["no space after the colon", (text) => text.replaceAll("data: ", "data:").replaceAll("event: ", "event:")],
  ["data on several lines", multiLine],
  ["comments", (text) => text.replaceAll("\n\n", "\n\n: ping\n\n")],
  ["a comment inside each event", (text) => text.replaceAll("data: ", ": inside\ndata: ")],
  ["retry and id lines", (text) => `retry: 3000\n\n${text.replaceAll("data: ", "id: 7\nretry: 10\ndata: ")}`],
  ["unknown fields", (text) => text.replaceAll("data: ", "flavour: strange\ndata: ")],
  ["no blank line at the end", (text) => text.slice(0, -1)],
  ["no line end at the end", (text) => text.slice(0, -2)],
  ["blank lines between events", (text) => text.replaceAll("\n\n", "\n\n\n\n")]
]

describe.each(cells)("spellings of an event stream: $name", (cell) => {
  it("are as many as listed", () => expect(spellings.length).toBe(14))

  it.each(spellings)("%s", async (_, spell) => {
    const { frames } = cell.upstream.golden
    const text = spell(printFrames(frames))
    const bytes = encoder.encode(text)
    const oneByOne = inPieces([...bytes].map((byte) => Uint8Array.of(byte)))
    await faultCase({ answers: [asOne(text), oneByOne], gateway, secrets }, async ({ raw }) => {
      const client = await raw()
      for (const nth of [1, 2]) {
        await client.send(ask(cell))
        const response = await client.response(nth)
        const delivered = toldIn(cell, response)
        everything(common(delivered), common(toldBy(cell, frames)))
        endedWell(delivered, toldBy(cell, frames))
      }
    })
  })

  it("an event that breaks off is not told in part", () =>
    faultCase(
      {
        answers: [
          {
            steps: [
              head(200, { headers: eventStream, body: "eof" }),
              bodyPieces([encoder.encode(printFrames(cell.upstream.begun) + 'data: {"choices":[{"ind')]),
              fin
            ]
          }
        ],
        gateway,
        secrets
      },
      async ({ raw }) => {
        const client = await raw()
        await client.send(ask(cell))
        const response = await client.response(1)
        const delivered = toldIn(cell, response)
        everything(common(delivered), common(toldBy(cell, cell.upstream.begun)))
        brokenHonestly(delivered, toldBy(cell, cell.upstream.begun))
      }
    ))
})
