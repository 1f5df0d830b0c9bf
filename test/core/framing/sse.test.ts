import { describe, expect, it } from "vitest"
import { GatewayError } from "../../../src/core/errors/error.ts"
import type { StreamFrame } from "../../../src/core/framing/transducer.ts"
import { sseFraming } from "../../../src/core/framing/sse.ts"
import type { Choices } from "../../laws/choices.ts"
import { law } from "../../laws/law.ts"

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const readAll = (
  pieces: readonly Uint8Array[],
  how: "clean" | "cut" = "clean"
): readonly (StreamFrame | GatewayError)[] => {
  const machine = sseFraming.read()
  return [...pieces.flatMap((piece) => machine.push(piece)), ...machine.end(how)]
}

const frames = (text: string): readonly (StreamFrame | GatewayError)[] => readAll([bytes(text)])

const cutAnywhere = (choices: Choices, whole: Uint8Array): readonly Uint8Array[] => {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < whole.length;) {
    const length = 1 + choices.below(7)
    pieces.push(whole.subarray(at, at + length))
    at += length
  }
  return pieces
}

const stream = (choices: Choices): string => {
  const newline = choices.pick(["\n", "\r\n", "\r"])
  const line = (): string =>
    choices.one([
      () => `data: ${choices.pick(["x", "", "é日😀", '{"a":"b"}', "\u2028", "a:b"])}`,
      () => "",
      () => "data:x",
      () => "data",
      () => `event: ${choices.pick(["message", "error", "ü"])}`,
      () => ": comment",
      () => "retry: 10",
      () => "id: 1",
      () => "unknown: 1"
    ])
  return choices.list(12, () => line() + (choices.chance(10) ? "\n" : newline)).join("")
}

describe("reading server-sent events", () => {
  it.each<[string, string, readonly StreamFrame[]]>([
    ["a frame", "data: a\n\n", [{ data: "a" }]],
    ["CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", [{ data: "a" }, { data: "b" }]],
    ["CR", "data: a\r\rdata: b\r\r", [{ data: "a" }, { data: "b" }]],
    ["no space after the colon", "data:a\n\n", [{ data: "a" }]],
    ["only one space taken off", "data:  a\n\n", [{ data: " a" }]],
    ["several data lines", "data: a\ndata: b\n\n", [{ data: "a\nb" }]],
    ["an event name", "event: ping\ndata: {}\n\ndata: x\n\n", [{ event: "ping", data: "{}" }, { data: "x" }]],
    ["a name without data", "event: ping\n\ndata: x\n\n", [{ data: "x" }]],
    ["comments", ": ping\n\ndata: x\n\n: ping\n\n", [{ data: "x" }]],
    ["retry and id", "retry: 5\nid: 7\ndata: x\n\n", [{ data: "x" }]],
    ["a byte order mark", "\uFEFFdata: x\n\n", [{ data: "x" }]],
    ["a line separator inside data", "data: a\u2028b\n\n", [{ data: "a\u2028b" }]],
    ["empty data", "data:\n\n", [{ data: "" }]],
    [
      "JSON that stands in no event",
      'data: a\n\n{"error":{}}\n\ndata: b\n\n',
      [{ data: "a" }, { data: '{"error":{}}', bare: true }, { data: "b" }]
    ],
    [
      "JSON on several lines",
      '[{\n  "error": {\n  }\n}]\n\ndata: b\n\n',
      [{ data: '[{\n  "error": {\n  }\n}]', bare: true }, { data: "b" }]
    ],
    ["a last frame without its blank line", "data: a\n\ndata: [DONE]", [{ data: "a" }, { data: "[DONE]" }]],
    ["a last frame with one line end", "data: a\n\ndata: [DONE]\n", [{ data: "a" }, { data: "[DONE]" }]]
  ])("reads %s", (_, text, expected) => {
    expect(frames(text)).toEqual(expected)
  })

  it("gives up an unfinished frame where the connection was cut", () => {
    expect(readAll([bytes('data: a\n\ndata: {"half')], "cut")).toEqual([{ data: "a" }])
  })

  it("returns a frame with the byte that completes it", () => {
    const machine = sseFraming.read()
    expect(machine.push(bytes("data: a\n"))).toEqual([])
    expect(machine.push(bytes("\n"))).toEqual([{ data: "a" }])
  })

  it("fails at a frame above its bound, once, and says nothing after", () => {
    const machine = sseFraming.read(10)
    const said = [
      ...machine.push(bytes(`data: ${"x".repeat(20)}`)),
      ...machine.push(bytes("\n\ndata: a\n\n")),
      ...machine.end("clean")
    ]
    expect(said).toEqual([expect.any(GatewayError)])
  })

  it("fails at more lines of data than are joined at once, within the piece that has them", () => {
    const lines = "data:\n".repeat(70_000)
    const [said, ...more] = sseFraming.read().push(bytes(`${lines}\ndata: a\n\n`))
    expect([said, more]).toEqual([expect.any(GatewayError), []])
  })

  law(
    "does not depend on where the bytes are cut",
    (choices) => {
      const whole = stream(choices)
      return { whole, pieces: cutAnywhere(choices, bytes(whole)) }
    },
    ({ whole, pieces }) => {
      expect(readAll(pieces)).toEqual(frames(whole))
    }
  )
})

describe("writing server-sent events", () => {
  it("writes a name and data", () => {
    expect(sseFraming.write().push({ event: "ping", data: "{}" })).toEqual(["event: ping\ndata: {}\n\n"])
  })

  it("cannot be made to write a field of the data's choosing", () => {
    expect(sseFraming.write().push({ event: "a\nevent: evil", data: "x\r\nevent: evil" })).toEqual([
      "event: a event: evil\ndata: x\ndata: event: evil\n\n"
    ])
  })

  law(
    "is read back as it was",
    (choices): StreamFrame => {
      const data = choices.pick(["x", "", "a\nb", "é日😀", "\u2028", "data: y", ": z"])
      return choices.chance(50) ? { event: choices.pick(["ping", "error"]), data } : { data }
    },
    (frame) => {
      expect(frames(sseFraming.write().push(frame).join(""))).toEqual([frame])
    }
  )
})
