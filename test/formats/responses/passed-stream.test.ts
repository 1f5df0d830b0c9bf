import { describe, expect, it } from "vitest"
import { GatewayError } from "../../../src/core/errors/error.ts"
import { followStream } from "../../../src/formats/responses/passed-stream.ts"

const event = (type: string, more: object) => ({ event: type, data: JSON.stringify({ type, ...more }) })

const item = (place: number) => ({
  id: `msg_${place}`,
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "a", annotations: [] }]
})

const done = (place: number, more: object = {}) =>
  event("response.output_item.done", { output_index: place, item: item(place), ...more })

const created = event("response.created", { response: { id: "resp_1", status: "in_progress", output: [] } })

const following = (most: number, ...frames: readonly ReturnType<typeof event>[]) => {
  const stream = followStream(
    (frame) => frame.event ?? "",
    () => undefined,
    most
  )
  for (const frame of frames) stream.passed(frame)
  return stream
}

const failed = (...args: Parameters<typeof following>) =>
  following(...args)
    .failed(new GatewayError("UpstreamFailed", "It broke off."))
    ?.map(({ data }) => JSON.parse(data))

describe("a stream that passes and fails", () => {
  it("goes on with its numbers", () =>
    expect(failed(10_000, created, done(0, { sequence_number: 7 }))).toMatchObject([
      { type: "error", sequence_number: 8 },
      { type: "response.failed", sequence_number: 9 }
    ]))

  it("tells the items so far", () =>
    expect(failed(10_000, created, done(0), done(1))?.[1].response.output).toMatchObject([
      { id: "msg_0" },
      { id: "msg_1" }
    ]))

  it("tells none where they were more than is kept", () =>
    expect(failed(300, created, done(0), done(1))?.[1].response.output).toEqual([]))
})

describe("the last event of a stream that passes", () => {
  const answer = (...output: readonly object[]): string => JSON.stringify({ status: "completed", output })
  const two = () => following(10_000, created, done(0), done(1))

  it("stays as it is where it tells all items", () => expect(two().completed(answer(item(0), item(1)))).toEqual([]))

  it("is told those that it leaves out", () =>
    expect(two().completed(answer())).toMatchObject([{ path: "/output", value: [{}, {}] }]))
})
