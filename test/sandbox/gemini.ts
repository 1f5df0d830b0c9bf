import { GoogleGenAI } from "@google/genai"
import type { GenerateContentParameters, GenerateContentResponse, Part } from "@google/genai"
import { GoogleGenAI as Previous } from "@google/genai-previous"
import { afterAll, beforeAll } from "vitest"
import { make } from "../../src/sandbox.ts"
import type { SandboxOptions } from "../../src/sandbox.ts"
import { listen } from "../../src/sandbox/listen.ts"
import type { Listening } from "../../src/sandbox/listen.ts"

/** What the tests ask of a client, whichever major it is. */
export interface Client {
  readonly generate: (params: GenerateContentParameters) => Promise<GenerateContentResponse>
  readonly stream: (params: GenerateContentParameters) => Promise<readonly GenerateContentResponse[]>
  readonly count: (params: Pick<GenerateContentParameters, "model" | "contents">) => Promise<number | undefined>
  /** The names of the models of every page. */
  readonly list: () => Promise<readonly (string | undefined)[]>
  readonly get: (model: string) => Promise<{ readonly name?: string; readonly outputTokenLimit?: number }>
  /** What a chat says, streamed, and how many contents its history holds then. */
  readonly chat: (model: string, ...messages: readonly string[]) => Promise<{ text: string; contents: number }>
}

type Sdk = GoogleGenAI | Previous

const gathered = async <A>(items: AsyncIterable<A>): Promise<A[]> => {
  const list: A[] = []
  for await (const item of items) list.push(item)
  return list
}

const clientOf = (sdk: Sdk): Client => ({
  generate: (params) => (sdk as GoogleGenAI).models.generateContent(params),
  stream: async (params) => gathered(await (sdk as GoogleGenAI).models.generateContentStream(params)),
  count: async (params) => (await (sdk as GoogleGenAI).models.countTokens(params)).totalTokens,
  list: async () => (await gathered(await (sdk as GoogleGenAI).models.list())).map(({ name }) => name),
  get: (model) => sdk.models.get({ model }),
  chat: async (model, ...messages) => {
    const chat = (sdk as GoogleGenAI).chats.create({ model })
    let text = ""
    for (const message of messages) {
      const chunks = await gathered(await chat.sendMessageStream({ message }))
      text = chunks.map((chunk) => chunk.text ?? "").join("")
    }
    return { text, contents: chat.getHistory(true).length }
  }
})

/** A sandbox on a socket while a file's tests run. */
export const onSocket = (options: SandboxOptions = {}): { readonly url: () => string } => {
  let listening: Listening | undefined
  beforeAll(async () => {
    listening = await listen(make({ pace: 0, key: "sandbox", now: () => 1_790_000_000_000, ...options }))
  })
  afterAll(() => listening?.close())
  return { url: () => listening?.url ?? "" }
}

const retryOptions = { attempts: 1 }

/** The official client at an address, in the two installed majors; no retries, so that an error is seen at once. */
export const majors: readonly (readonly [major: string, at: (url: string, apiKey?: string) => Client])[] = [
  ["3", (baseUrl, apiKey = "sandbox") => clientOf(new GoogleGenAI({ apiKey, httpOptions: { baseUrl, retryOptions } }))],
  ["2", (baseUrl, apiKey = "sandbox") => clientOf(new Previous({ apiKey, httpOptions: { baseUrl, retryOptions } }))]
]

/** The parts of the first candidate. */
export const partsOf = (response: GenerateContentResponse): readonly Part[] =>
  response.candidates?.[0]?.content?.parts ?? []

/** The parts of a stream as a client keeps them: adjacent texts joined, a signature with the text that it ends. */
export const folded = (chunks: readonly GenerateContentResponse[]): readonly Part[] => {
  const parts: Part[] = []
  for (const { text, thought, thoughtSignature, ...rest } of chunks.flatMap(partsOf)) {
    const last = parts.at(-1)
    const signature = thoughtSignature === undefined ? {} : { thoughtSignature }
    if (text === undefined) parts.push({ ...rest, ...signature })
    else if (last?.text !== undefined && last.thought === thought) {
      parts[parts.length - 1] = { ...last, text: last.text + text, ...signature }
    } else if (text !== "" || thoughtSignature !== undefined) {
      parts.push({ text, ...(thought === undefined ? {} : { thought }), ...signature })
    }
  }
  return parts
}
