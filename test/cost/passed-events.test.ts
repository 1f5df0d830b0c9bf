import { describe, expect, it } from "vitest"
import type { ChatClient } from "../../src/exchange/chat-exchange.ts"
import { GatewayError } from "../../src/core/errors/error.ts"
import { passStream } from "../../src/exchange/pass-stream.ts"
import { isUsageFrame } from "../../src/exchange/usage.ts"
import { answerLimits } from "../../src/exchange/policies.ts"
import { chatCompletions } from "../../src/formats/chat-completions/index.ts"
import { passthrough as chatPassing } from "../../src/formats/chat-completions/passthrough.ts"
import { history } from "../../src/formats/responses/history.ts"
import { responses } from "../../src/formats/responses/index.ts"
import { passthrough } from "../../src/formats/responses/passthrough.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../src/core/format.ts"
import { noSecrets } from "../../src/core/secrets/redactor.ts"
import { list } from "./list.ts"

/** A member with more values in it than an event may have. */
const many = `"x":[${list(110_000, () => 1).join()}]`
const few = '"x":[1]'

describe("an event that passes is not read where it costs more than its length", () => {
  const started = (inner: string) => ({ data: `{${inner},"type":"response.created","response":{"id":"r"}}` })
  const ended = (inner: string) => ({ event: "response.completed", data: `{${inner},"response":{}}` })
  const used = (inner: string) => ({ data: `{${inner},"choices":[],"usage":{"total_tokens":1}}` })

  it("for its type", () => {
    expect([few, many].map((inner) => passthrough.tells(started(inner)))).toEqual([true, false])
  })

  it("for whether it is the last", () => {
    expect([few, many].map((inner) => passthrough.ends(ended(inner)))).toEqual([true, false])
  })

  it("for whether it tells usage alone", () => {
    expect([few, many].map((inner) => isUsageFrame(used(inner)))).toEqual([true, false])
  })

  it("for whether it tells an answer that is kept", () => {
    expect([few, many].map((inner) => history.told(started(inner).data) !== undefined)).toEqual([true, false])
  })

  it("for whether it is whole though no blank line ends it", () => {
    const client: ChatClient = {
      format: chatCompletions,
      passing: chatPassing,
      defaults: { id: "stamp", created: 1, model: "m", requestId: "r" },
      limits: answerLimits,
      hide: () => [],
      secrets: noSecrets
    }
    const told = [few, many].map((inner) => {
      const machine = passStream(client, chatCompletions, defaultReplyPreferences, false)
      machine.push(new TextEncoder().encode(`data: {"choices":[],${inner}}`))
      return Buffer.concat(machine.end("clean")).includes(inner)
    })
    expect(told).toEqual([true, false])
  })
})

it("an event of which too much would be kept is searched for no secret: nothing of it is told", () => {
  let searched = 0
  const text = (words: string): string => {
    searched += words.length
    return words
  }
  const client: ChatClient = {
    format: chatCompletions,
    passing: chatPassing,
    defaults: { id: "stamp", created: 1, model: "m", requestId: "r" },
    limits: { ...answerLimits, kept: 1000 },
    hide: () => [],
    secrets: { ...noSecrets, text }
  }
  const machine = passStream(client, chatCompletions, defaultReplyPreferences, false)
  const told = [...machine.push(new TextEncoder().encode(`data: {"choices":[],"x":"${"x".repeat(100_000)}"}\n\n`))]
  while (machine.waits()) told.push(...machine.push(new Uint8Array(0)))
  expect(Buffer.concat(told).toString()).toContain("would have to be buffered")
  expect(searched).toBeLessThan(2000)
})

describe("a picture in a stream of the Responses API", () => {
  const result = "iVBORw0KGgoAAAAN".repeat((3 * 1024 * 1024) / 16)
  const item = { id: "ig_1", type: "image_generation_call", status: "completed", output_format: "png", result }
  const done = { type: "response.output_item.done", output_index: 0, item }

  it("may be longer than what is kept of texts", () => {
    const machine = responses.decodeStream(emptyReplyContext, answerLimits.kept)
    const events = list(4, (at) => machine.push({ data: JSON.stringify({ ...done, output_index: at }) })).flat()
    expect(events.map(({ type }) => type)).toEqual(["start", ...list(4, () => ["part", "part-end"]).flat()])
  })

  it("is not remembered for an error that may come, nor is anything else then", () => {
    const followed = passthrough.follow?.(answerLimits.kept)
    const message = { id: "msg_1", type: "message", role: "assistant", status: "completed", content: [] }
    const failing = (...frames: readonly object[]): unknown => {
      for (const frame of frames) followed?.passed({ data: JSON.stringify(frame) })
      const told = followed?.failed(new GatewayError("UpstreamFailed", "Broken."))
      return told?.map(({ data }) => JSON.parse(data).response?.output?.length)
    }
    const created = { type: "response.created", response: { id: "r", output: [] } }
    const partial = { type: "response.image_generation_call.partial_image", output_index: 0, partial_image_b64: result }
    expect(failing(created, { ...done, item: message }, partial)).toEqual([undefined, 1])
    expect(failing({ ...done, output_index: 1 })).toEqual([undefined, 0])
  })
})
