import { describe, expect, it } from "vitest"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import type { ChatEvent } from "../../../src/core/chat/chat.ts"
import { emptyReplyContext } from "../../../src/core/format.ts"
import { type StreamFrame, noNotes, type Transducer } from "../../../src/core/framing/transducer.ts"
import { deltaFastPath } from "../../../src/core/events/delta-fast-path.ts"
import type { Choices } from "../../laws/choices.ts"
import { law } from "../../laws/law.ts"

/** A reader of `{"t": text}`, and how often it was asked. */
const counted = (): { readonly reader: Transducer<StreamFrame, ChatEvent>; readonly asked: () => number } => {
  let asked = 0
  const push = ({ data }: StreamFrame): readonly ChatEvent[] => {
    asked++
    const { t } = JSON.parse(data)
    if (typeof t !== "string" || t === "") return []
    return [{ type: "delta", candidate: 0, part: 3, delta: { type: "text", text: t } }]
  }
  return { reader: { push, end: () => [], notes: noNotes }, asked: () => asked }
}

const textOf = (events: readonly ChatEvent[]): unknown =>
  events.map((event) => (event.type === "delta" && event.delta.type === "text" ? event.delta.text : event.type))

describe("frames that repeat", () => {
  const reading = (silent?: string, numbered?: string) => {
    const { reader, asked } = counted()
    const machine = deltaFastPath(reader, { ...(silent && { silent }), ...(numbered && { numbered }) })
    return {
      read: (data: string, event?: string) => textOf(machine.push(event === undefined ? { data } : { event, data })),
      asked
    }
  }

  it("are read once", () => {
    const { read, asked } = reading()
    expect([read('{"t":"a"}'), read('{"t":"b"}'), read('{"t":"\\u00e9\\n"}')]).toEqual([["a"], ["b"], ["é\n"]])
    expect(asked()).toBe(1)
  })

  it("may differ in a member that says nothing", () => {
    const { read, asked } = reading("noise")
    expect([read('{"t":"a","noise":"x"}'), read('{"t":"b","noise":"yy"}')]).toEqual([["a"], ["b"]])
    expect(asked()).toBe(1)
  })

  it("may differ in a number that says nothing, wherever it stands", () => {
    const { read, asked } = reading("noise", "at")
    expect([read('{"at":9,"t":"a","noise":"x"}'), read('{"at":10,"t":"b","noise":""}')]).toEqual([["a"], ["b"]])
    expect([read('{"noise":"x","t":"c","at":10}'), read('{"noise":"y","t":"d","at": 0}')]).toEqual([["c"], ["d"]])
    expect(asked()).toBe(2)
  })

  it.each(["1.5", "-1", '"1"', "null", "1e3"])("are read again where the number is %s", (number) => {
    const { read, asked } = reading(undefined, "at")
    expect([read('{"at":1,"t":"a"}'), read(`{"at":${number},"t":"b"}`)]).toEqual([["a"], ["b"]])
    expect(asked()).toBe(2)
  })

  it("are read again where the number is no JSON", () => {
    const { read } = reading(undefined, "at")
    read('{"at":1,"t":"a"}')
    expect(() => read('{"at":01,"t":"b"}')).toThrow(SyntaxError)
  })

  it("are read again where the text stands twice", () => {
    const { read, asked } = reading()
    expect([read('{"u":"a","t":"a"}'), read('{"u":"b","t":"a"}')]).toEqual([["a"], ["a"]])
    expect(asked()).toBe(2)
  })

  it("are read again where it is not sure which of two texts is meant", () => {
    const { read } = reading()
    expect([read('{"t":"a","u":"a"}'), read('{"t":"a","u":"b"}')]).toEqual([["a"], ["a"]])
  })

  it("are read again where more stands behind the member that says nothing", () => {
    const { read } = reading("noise")
    expect([read('{"t":"a","noise":"x"}'), read('{"t":"b","noise":"x","t":"c"}')]).toEqual([["a"], ["c"]])
  })

  it("are read again under another event's name", () => {
    const { read, asked } = reading()
    expect([read('{"t":"a"}', "x"), read('{"t":"b"}', "y")]).toEqual([["a"], ["b"]])
    expect(asked()).toBe(2)
  })

  it("are read again where more than the text differs", () => {
    const { read, asked } = reading()
    expect([read('{"t":"a"}'), read('{"t":"b","t":"c"}'), read('{"t":""}')]).toEqual([["a"], ["c"], []])
    expect(asked()).toBe(3)
  })

  it("are read again where the text is no sound literal", () => {
    const { read } = reading()
    read('{"t":"a"}')
    expect(() => read('{"t":"\u0001"}')).toThrow(SyntaxError)
    read('{"t":"a"}')
    expect(() => read('{"t":"b\\"}')).toThrow(SyntaxError)
  })
})

describe("frames that count", () => {
  const heard: string[] = []
  const reading = () => {
    const { reader, asked } = counted()
    const machine = deltaFastPath(
      {
        ...reader,
        push: (frame) => {
          const { n } = JSON.parse(frame.data)
          const usage: readonly ChatEvent[] = typeof n === "object" ? [{ type: "usage", usage: { text: n.c } }] : []
          return [...reader.push(frame), ...usage]
        }
      },
      {
        counted: { name: "n", read: (value) => ({ type: "usage", usage: { text: Number(value["c"]) } }) },
        unread: ({ delta }) => void (delta.type === "text" && heard.push(delta.text))
      }
    )
    heard.splice(0)
    const read = (data: string): unknown =>
      machine
        .push({ data })
        .map((event) =>
          event.type === "usage"
            ? event.usage.text
            : event.type === "delta" && event.delta.type === "text" && event.delta.text
        )
    return { read, asked }
  }

  it("are read once, and each count by itself", () => {
    const { read, asked } = reading()
    expect([read('{"t":"a","n":{"d":{},"c":1},"z":0}'), read('{"t":"b","n": {"d":{"e":"}"},"c":22},"z":0}')]).toEqual([
      ["a", 1],
      ["b", 22]
    ])
    expect(asked()).toBe(1)
  })

  it("let their reader hear what it did not read", () => {
    const { read } = reading()
    read('{"t":"a","n":{"c":1}}')
    read('{"t":"b","n":{"c":2}}')
    expect(heard).toEqual(["b"])
  })

  it.each([
    ["the count is no object", '{"t":"b","n":3}', ["b"]],
    ["more stands beside the count", '{"t":"b","n":{"c":2},"n":{"c":3}}', ["b", 3]],
    ["the count stands before the text", '{"n":{"c":2},"t":"b"}', ["b", 2]],
    ["there is no count", '{"t":"b"}', ["b"]]
  ])("are read again where %s", (_, data, said) => {
    const { read, asked } = reading()
    read('{"t":"a","n":{"c":1}}')
    expect(read(data)).toEqual(said)
    expect(asked()).toBe(2)
  })
})

it("frames that look alike before and after another frame may be of two parts", () => {
  let part = 0
  const machine = deltaFastPath({
    push: ({ data }) => {
      const { t } = JSON.parse(data)
      if (typeof t === "string") return [{ type: "delta", candidate: 0, part, delta: { type: "text", text: t } }]
      part++
      return []
    },
    end: () => [],
    notes: noNotes
  })
  const partOf = (data: string): unknown => machine.push({ data }).map((event) => event.type === "delta" && event.part)
  expect([partOf('{"t":"a"}'), partOf('{"t":"b"}'), partOf("{}"), partOf('{"t":"c"}')]).toEqual([[0], [0], [], [1]])
})

/** Texts as JSON strings have them between their quotes, sound and not. */
const inners = [
  "a",
  "b",
  "",
  ",",
  "é😀",
  "\\n",
  "\\u00e9",
  '\\"',
  "\\\\",
  "\\",
  '"',
  "\u0001",
  "\ud800",
  '","content":"',
  "x"
] as const

const frames = (choices: Choices): readonly StreamFrame[] => {
  const inner = (): string => choices.pick(inners)
  const more = choices.pick(["", ',"finish_reason":null', ',"logprobs":null'])
  const frame = (): string =>
    choices.one([
      () => `{"choices":[{"index":0,"delta":{"content":"${inner()}"}${more}}]}`,
      () => `{"choices":[{"index":0,"delta":{"content":"${inner()}"}${more}}],"obfuscation":"${inner()}"}`,
      () => `{"id":"${inner()}","choices":[{"index":0,"delta":{"content":"${inner()}"}}]}`,
      () => `{"choices":[{"index":0,"delta":{"content":"${inner()}","content":"${inner()}"}}]}`,
      () => `{"choices":[{"index":0,"delta":{"reasoning_content":"${inner()}"}}]}`,
      () => `{"choices":[{"index":${choices.below(2)},"delta":{"refusal":"${inner()}"}}]}`,
      () => `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"${inner()}"}}]}}]}`,
      () =>
        `{"choices":[{"index":0,"delta":{"content":"${inner()}"},"finish_reason":"${choices.pick(["stop", "x"])}"}]}`,
      () => `{"choices":[{"index":0,"delta":{"content":"${inner()}"}}]`
    ])
  return choices
    .list(8, () => Array.from({ length: 1 + choices.below(3) }, frame), 1)
    .flat()
    .map((data) => ({ data }))
}

const contents = (choices: Choices): readonly StreamFrame[] => {
  const inner = (): string => choices.pick(inners)
  const usage = (): string =>
    choices.pick([
      "",
      `,"usageMetadata":{"promptTokenCount":2,"candidatesTokenCount":${choices.below(9)}}`,
      `,"usageMetadata" : {"promptTokensDetails":[{"modality":"TEXT","tokenCount":${choices.below(9)}}]}`,
      `,"usageMetadata":${choices.pick(["null", "{}", "[1]", '{"a":"}"}'])}`,
      `,"usage_metadata":{"promptTokenCount":${choices.below(9)}}`
    ])
  const part = (): string =>
    choices.one([
      () => `{"text":"${inner()}"}`,
      () => `{"text":"${inner()}"}`,
      () => `{"text":"${inner()}","thought":true}`,
      () => `{"functionCall":{"name":"f","args":{}}}`
    ])
  const candidate = (): string =>
    `{"content":{"parts":[${part()}],"role":"model"},"index":${choices.below(2)}${choices.pick(["", ',"finishReason":"STOP"'])}}`
  const frame = (): string =>
    choices.one([
      () => `{"candidates":[${candidate()}]${usage()},"modelVersion":"m"}`,
      () => `{"candidates":[${candidate()}]${usage()}}`,
      () => `{"responseId":"${inner()}"${usage()},"candidates":[${candidate()}]${usage()}}`
    ])
  return choices.list(10, frame, 1).map((data) => ({ data }))
}

law("a stream of contents that repeat is read as if every frame were read whole", contents, (made) => {
  const quick = generateContent.decodeStream(emptyReplyContext)
  const whole = generateContent.decodeStream(emptyReplyContext)
  const apart = (index: number): string => " ".repeat(index % 2)
  expect(made.map((frame) => quick.push(frame))).toEqual(
    made.map(({ data }, index) => whole.push({ data: apart(index) + data }))
  )
  expect([quick.end("clean"), quick.notes()]).toEqual([whole.end("clean"), whole.notes()])
})

law("a stream whose frames repeat is read as if every frame were read whole", frames, (made) => {
  const quick = chatCompletions.decodeStream(emptyReplyContext)
  const whole = chatCompletions.decodeStream(emptyReplyContext)
  // White space around a frame means nothing, and no two of these begin alike.
  const apart = (index: number): string => " ".repeat(index % 2)
  const read = made.map((frame) => quick.push(frame))
  expect(read).toEqual(made.map(({ data }, index) => whole.push({ data: apart(index) + data })))
  expect(quick.notes()).toEqual(whole.notes())
})
