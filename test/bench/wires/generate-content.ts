import { inputPieces } from "../answers.ts"
import { pieces } from "../prose.ts"
import type { Random } from "../random.ts"
import type { Talk, Turn, Value } from "../talk.ts"
import type { Wire, WireEvent } from "./wire.ts"

/** The model and the verb stand in the path. */
const body = ({ system, turns, tools, temperature, maxTokens }: Talk): Value => {
  const names = new Map(turns.flatMap((turn) => (turn.kind === "call" ? [[turn.id, turn.name] as const] : [])))
  const functionDeclarations = tools.map(({ name, description, schema }) => ({
    name,
    description,
    parametersJsonSchema: schema
  }))
  return {
    ...(system !== undefined && { systemInstruction: { parts: [{ text: system }] } }),
    contents: turns.map((turn) => content(turn, names)),
    ...(tools.length > 0 && {
      tools: [{ functionDeclarations }],
      toolConfig: { functionCallingConfig: { mode: "AUTO" } }
    }),
    generationConfig: { temperature, maxOutputTokens: maxTokens }
  }
}

const content = (turn: Turn, names: ReadonlyMap<string, string>): Value => {
  switch (turn.kind) {
    case "user": {
      const image = turn.png === undefined ? [] : [{ inlineData: { mimeType: "image/png", data: turn.png } }]
      return { role: "user", parts: [{ text: turn.text }, ...image] }
    }
    case "assistant":
      return { role: "model", parts: [{ text: turn.text }] }
    case "call": {
      const { id, name, input: args, text } = turn
      return { role: "model", parts: [{ text }, { functionCall: { id, name, args } }] }
    }
    case "result": {
      const { id, text } = turn
      const functionResponse = { id, name: names.get(id) ?? "", response: { output: text } }
      return { role: "user", parts: [{ functionResponse }] }
    }
  }
}

const head = { modelVersion: "gemini-2.5-flash", responseId: "Qx7Yaf2" }

const usageOf = (candidatesTokenCount: number): Value => ({
  promptTokenCount: 217,
  candidatesTokenCount,
  totalTokenCount: 217 + candidatesTokenCount
})

const answer = (text: string): Value => {
  const candidate = { content: { role: "model", parts: [{ text }] }, finishReason: "STOP", index: 0 }
  return { candidates: [candidate], usageMetadata: usageOf(96), ...head }
}

/** Every event is an answer of its own with the counts so far; a call comes whole. */
const events = (random: Random, count: number, plain: boolean): readonly WireEvent[] => {
  const event = (part: Value, so: number, more: { readonly finishReason?: string } = {}): WireEvent => {
    const candidate = { content: { role: "model", parts: [part] }, ...more, index: 0 }
    return { data: JSON.stringify({ candidates: [candidate], usageMetadata: usageOf(so), ...head }) }
  }
  const args: Value = JSON.parse(inputPieces(random, 1, plain).join(""))
  return [
    ...pieces(random, count - 1, plain).map((text, at) => event({ text }, at + 1)),
    event({ functionCall: { id: "call_9Zk", name: "write_file", args } }, count, { finishReason: "STOP" })
  ]
}

/** Google's `generateContent` and `streamGenerateContent`. */
export const generateContent: Wire = {
  model: "gemini-2.5-flash",
  path: (model, stream) => `/v1beta/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
  at: /:(generateContent|streamGenerateContent\?alt=sse)$/,
  head: (key) => `x-goog-api-key: ${key}`,
  body,
  answer,
  events,
  marks: {
    model: false,
    messages: "contents",
    said: "candidates",
    tool: "functionDeclarations",
    delta: '"text":',
    end: '"finishReason":'
  }
}
