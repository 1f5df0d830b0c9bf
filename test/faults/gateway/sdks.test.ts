import { describe, expect, it } from "vitest"
import {
  brokenHonestly,
  brokenStream,
  chatBody,
  deliveredBySdk,
  endedWell,
  everything,
  exactPrefix,
  faultCase,
  json,
  messagesBody,
  stream
} from "../index.ts"
import type { Parts, SdkLedger } from "../index.ts"
import { cells, common, toldBy } from "./cells.ts"
import type { Cell } from "./cells.ts"
import { gatewayOver, secrets } from "./gateway.ts"

const upstreamSecrets = secrets.slice(0, 2)
const gateway = gatewayOver({ limits: { retries: 0 } })

type Way = "stream" | "unary" | "helper"

type Call = (parts: Parts, way: Way) => Promise<SdkLedger>

/** The official SDKs of a format, each calling a cell's model in one of its ways. */
const sdksOf = (cell: Cell): readonly (readonly [string, Call])[] => {
  const { model } = cell.upstream
  const chat = { ...chatBody, model }
  const messages = { ...messagesBody, model }
  return cell.client.format === "messages"
    ? [
        ["anthropic", (parts: Parts, way: Way) => parts.anthropic()[way](messages)],
        ["anthropic-previous", (parts: Parts, way: Way) => parts.anthropicPrevious()[way](messages)]
      ]
    : [
        ["openai", (parts: Parts, way: Way) => parts.openai()[way](chat)],
        ["openai-previous", (parts: Parts, way: Way) => parts.openaiPrevious()[way](chat)]
      ]
}

describe.each(cells)("official SDKs: $name", (cell) => {
  const { frames } = cell.upstream.golden
  const { format } = cell.client
  const told = (ledger: SdkLedger) => deliveredBySdk(format, ledger)

  describe.each(sdksOf(cell))("%s", (_, call) => {
    it.each(["stream", "helper"] as const)("is told everything (%s)", (way) =>
      faultCase({ answers: [stream(frames, { cut: 7 })], gateway, secrets: upstreamSecrets }, async (parts) => {
        const ledger = await call(parts, way)
        expect(ledger.error).toBeUndefined()
        everything(common(told(ledger)), common(toldBy(cell, frames)))
        endedWell(told(ledger), toldBy(cell, frames), format === "messages" ? 1 : 0)
      })
    )

    it("is told what came, then the error of its format", () =>
      faultCase(
        { answers: [brokenStream(frames, { how: "fin in chunks", frames: 9 })], gateway, secrets: upstreamSecrets },
        async (parts) => {
          const ledger = await call(parts, "stream")
          exactPrefix(common(told(ledger)), common(toldBy(cell, frames)))
          brokenHonestly(told(ledger), toldBy(cell, frames.slice(0, 9)))
        }
      ))

    it("is told the error of an upstream that broke before it began", () =>
      faultCase({ answers: [json(500, cell.upstream.failure)], gateway, secrets: upstreamSecrets }, async (parts) => {
        const { error } = await call(parts, "stream")
        expect(error?.status).toBeGreaterThanOrEqual(500)
        expect(error?.message).toContain("Broken by hand")
      }))

    it("reads a whole answer", () =>
      faultCase({ answers: [json(200, cell.upstream.answer)], gateway, secrets: upstreamSecrets }, async (parts) => {
        const { final, error } = await call(parts, "unary")
        expect(error).toBeUndefined()
        expect(JSON.stringify(final)).toContain("Good day.")
      }))
  })
})
