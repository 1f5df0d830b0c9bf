import * as Formats from "../../src/formats.ts"
import { describe, expect, it } from "vitest"
import { translateRequest, translateResponse, translateStream } from "../../src/translate.ts"

/** Names that every object of JavaScript answers to. */
const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "prototype"]

const formats = {
  ChatCompletions: Formats.chatCompletions,
  Messages: Formats.messages,
  GenerateContent: Formats.generateContent
} as const
type Name = keyof typeof formats
const all: readonly Name[] = ["ChatCompletions", "Messages", "GenerateContent"]

const requests: Readonly<Record<Name, string>> = {
  ChatCompletions: `{"model":"m",NEW"messages":[{NEW"role":"user","content":[{NEW"type":"text","text":"Hi"}]}],"tools":[{NEW"type":"function","function":{NEW"name":"f","parameters":{NEW"type":"object","properties":{NEW"a":{"type":"string"}}}}}]}`,
  Messages: `{"model":"m","max_tokens":9,NEW"messages":[{NEW"role":"user","content":[{NEW"type":"text","text":"Hi"}]}],"tools":[{NEW"name":"f","input_schema":{NEW"type":"object","properties":{NEW"a":{"type":"string"}}}}]}`,
  GenerateContent: `{NEW"contents":[{NEW"role":"user","parts":[{NEW"text":"Hi"}]}],"tools":[{NEW"functionDeclarations":[{NEW"name":"f","parameters":{NEW"type":"OBJECT","properties":{NEW"a":{"type":"STRING"}}}}]}]}`
}

const answers: Readonly<Record<Name, string>> = {
  ChatCompletions: `{NEW"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{NEW"index":0,"message":{NEW"role":"assistant","content":"Hi"},"finish_reason":"stop"}],"usage":{NEW"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}`,
  Messages: `{NEW"id":"m","type":"message","role":"assistant","model":"m","content":[{NEW"type":"text","text":"Hi"}],"stop_reason":"end_turn","stop_sequence":null,"usage":{NEW"input_tokens":1,"output_tokens":1}}`,
  GenerateContent: `{NEW"candidates":[{NEW"content":{NEW"parts":[{NEW"text":"Hi"}],"role":"model"},"finishReason":"STOP","index":0}],"usageMetadata":{NEW"promptTokenCount":1,"candidatesTokenCount":1},"modelVersion":"m"}`
}

const streams: Readonly<Record<Name, readonly string[]>> = {
  ChatCompletions: [
    `{NEW"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{NEW"index":0,"delta":{NEW"role":"assistant","content":"Hi"},"finish_reason":null}]}`,
    `{NEW"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{NEW"index":0,"delta":{},"finish_reason":"stop"}]}`,
    "[DONE]"
  ],
  Messages: [
    `{"type":"message_start","message":{NEW"id":"m","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{NEW"input_tokens":1,"output_tokens":1}}}`,
    `{"type":"content_block_start",NEW"index":0,"content_block":{NEW"type":"text","text":""}}`,
    `{"type":"content_block_delta",NEW"index":0,"delta":{NEW"type":"text_delta","text":"Hi"}}`,
    `{"type":"content_block_stop",NEW"index":0}`,
    `{"type":"message_delta",NEW"delta":{NEW"stop_reason":"end_turn","stop_sequence":null},"usage":{NEW"output_tokens":1}}`,
    `{"type":"message_stop"}`
  ],
  GenerateContent: [answers.GenerateContent]
}

const withMember = (text: string, name: string): string => text.replaceAll("NEW", `${JSON.stringify(name)}:{"x":1},`)

const cases = all.flatMap((from) => all.flatMap((to) => names.map((name) => [name, from, to] as const)))

describe("members that are called as every object's own", () => {
  it("are tried in every direction", () => expect(cases).toHaveLength(54))

  it.each(cases)("%s in a request from %s to %s", (name, from, to) => {
    const read = translateRequest(
      { from: formats[from], to: formats[to], target: { model: "m" } },
      withMember(requests[from], name)
    )
    expect(read.ok).toBe(true)
    if (read.ok) expect(JSON.parse(read.value.body)).toMatchObject({})
    if (read.ok) expect(read.value.body).toContain("Hi")
  })

  it.each(cases)("%s in an answer of %s to %s", (name, from, to) => {
    const read = translateResponse({ from: formats[from], to: formats[to] }, withMember(answers[from], name))
    expect(read.ok && read.value.body).toContain("Hi")
  })

  it.each(cases)("%s in a stream of %s to %s", (name, from, to) => {
    const stream = translateStream({ from: formats[from], to: formats[to] })
    const said = streams[from].map((data) => stream.push(`data: ${withMember(data, name)}\n\n`)).join("") + stream.end()
    expect(said).toContain("Hi")
    expect(said).not.toMatch(/"error":\{/)
  })

  it("is a member like any other of its own format's stream", () => {
    const stream = translateStream({ from: Formats.chatCompletions, to: Formats.chatCompletions })
    const said = streams.ChatCompletions.map((data) => stream.push(`data: ${withMember(data, "__proto__")}\n\n`)).join(
      ""
    )
    expect(said).toContain('"__proto__":{"x":1}')
  })

  it("change no object", () => expect(Object.hasOwn(Object.prototype, "x")).toBe(false))
})
