import OpenAI from "openai"
import { zodResponseFormat } from "openai/helpers/zod"
import OpenAIPrevious from "openai-previous"
import { zodResponseFormat as zodResponseFormatPrevious } from "openai-previous/helpers/zod"
import type { ChatCompletionCreateParamsNonStreaming } from "openai-previous/resources/chat/completions"
import type { ChatCompletion, ChatCompletionChunk } from "openai/resources/chat/completions"
import type { z } from "zod"
import { clientKey } from "./gateway.ts"

/** A chat completions body, without `stream`: what both majors take. */
export type ChatBody = Omit<ChatCompletionCreateParamsNonStreaming, "stream">

/** A tool that an SDK's runner calls. */
export interface RunnableTool {
  readonly name: string
  readonly description: string
  readonly parameters: { readonly [key: string]: unknown }
  readonly run: (input: { readonly city: string }) => string
}

/** The error classes of an SDK, by name. */
export type ErrorClasses = Readonly<Record<ErrorName, abstract new (...args: never) => Error>>

/** The error classes that all the SDKs have. */
export type ErrorName =
  | "APIError"
  | "APIUserAbortError"
  | "BadRequestError"
  | "AuthenticationError"
  | "NotFoundError"
  | "RateLimitError"
  | "InternalServerError"

/** An official SDK of chat completions, in the few ways that these tests call it. Answers are read as plain data. */
export interface ChatSdk {
  readonly name: string
  readonly errors: ErrorClasses
  readonly create: (body: ChatBody) => Promise<ChatCompletion>
  readonly stream: (body: ChatBody, signal?: AbortSignal) => Promise<AsyncIterable<ChatCompletionChunk>>
  /** What `.stream()` folds its answer into. */
  readonly helper: (body: ChatBody) => Promise<ChatCompletion>
  /** The parsed answer of `.parse()` and of `.stream()`. */
  readonly parse: (body: ChatBody, schema: z.ZodType) => Promise<unknown>
  readonly parseStream: (body: ChatBody, schema: z.ZodType) => Promise<unknown>
  /** The last words of `.runTools()`, and all messages before. */
  readonly runTools: (body: ChatBody, tools: readonly RunnableTool[], stream: boolean) => Promise<Ran>
}

/** What a tool runner came to. */
export interface Ran {
  readonly final: unknown
  readonly messages: readonly unknown[]
}

/** Where a client calls, and with which key. */
export interface ClientOptions {
  readonly url: string
  readonly key?: string
  /** Told of each response before the SDK reads it. */
  readonly seen?: (response: Response) => void
}

/** What every client is made with: no retries, so that an error is seen at once. */
export const settings = ({ key = clientKey, seen = () => undefined }: ClientOptions) => ({
  apiKey: key,
  maxRetries: 0,
  logLevel: "off" as const,
  fetch: async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const response = await fetch(input, init)
    seen(response)
    return response
  }
})

const runnable = ({ name, description, parameters, run }: RunnableTool) => ({
  type: "function" as const,
  function: {
    name,
    description,
    parameters: { ...parameters },
    function: run,
    parse: (text: string): { city: string } => JSON.parse(text)
  }
})

const newest = (options: ClientOptions): ChatSdk => {
  const { completions } = new OpenAI({ ...settings(options), baseURL: `${options.url}/v1` }).chat
  return {
    name: "openai",
    errors: OpenAI,
    create: (body) => completions.create({ ...body }),
    stream: (body, signal) => completions.create({ ...body, stream: true }, signal === undefined ? {} : { signal }),
    helper: (body) => completions.stream({ ...body }).finalChatCompletion(),
    parse: async (body, schema) => {
      const answer = await completions.parse({ ...body, response_format: zodResponseFormat(schema, "answer") })
      return answer.choices[0]?.message.parsed
    },
    parseStream: async (body, schema) => {
      const response_format = zodResponseFormat(schema, "answer")
      const answer = await completions.stream({ ...body, response_format }).finalChatCompletion()
      return answer.choices[0]?.message.parsed
    },
    runTools: async (body, tools, stream) => {
      const runner = stream
        ? completions.runTools({ ...body, tools: tools.map(runnable), stream: true })
        : completions.runTools({ ...body, tools: tools.map(runnable) })
      return { final: await runner.finalContent(), messages: runner.messages }
    }
  }
}

const previous = (options: ClientOptions): ChatSdk => {
  const { completions } = new OpenAIPrevious({ ...settings(options), baseURL: `${options.url}/v1` }).chat
  return {
    name: "openai-previous",
    errors: OpenAIPrevious,
    create: (body) => completions.create({ ...body }),
    stream: (body, signal) => completions.create({ ...body, stream: true }, signal === undefined ? {} : { signal }),
    helper: (body) => completions.stream({ ...body }).finalChatCompletion(),
    parse: async (body, schema) => {
      const answer = await completions.parse({ ...body, response_format: zodResponseFormatPrevious(schema, "answer") })
      return answer.choices[0]?.message.parsed
    },
    parseStream: async (body, schema) => {
      const response_format = zodResponseFormatPrevious(schema, "answer")
      const answer = await completions.stream({ ...body, response_format }).finalChatCompletion()
      return answer.choices[0]?.message.parsed
    },
    runTools: async (body, tools, stream) => {
      const runner = stream
        ? completions.runTools({ ...body, tools: tools.map(runnable), stream: true })
        : completions.runTools({ ...body, tools: tools.map(runnable) })
      return { final: await runner.finalContent(), messages: runner.messages }
    }
  }
}

/** Both majors, newest first. */
export const chatSdks = { openai: newest, "openai-previous": previous } as const
