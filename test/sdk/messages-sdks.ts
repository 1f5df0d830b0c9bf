import Anthropic from "@anthropic-ai/sdk"
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod"
import { zodOutputFormat } from "@anthropic-ai/sdk/helpers/zod"
import AnthropicPrevious from "@anthropic-ai/sdk-previous"
import { betaZodTool as betaZodToolPrevious } from "@anthropic-ai/sdk-previous/helpers/beta/zod"
import { zodOutputFormat as zodOutputFormatPrevious } from "@anthropic-ai/sdk-previous/helpers/zod"
import type {
  Message,
  MessageCreateParamsNonStreaming,
  RawMessageStreamEvent
} from "@anthropic-ai/sdk/resources/messages"
import { z } from "zod"
import { type ClientOptions, type ErrorClasses, type Ran, settings } from "./chat-sdks.ts"

/** A messages body, without `stream`: what both majors take. */
export type MessagesBody = Omit<MessageCreateParamsNonStreaming, "stream">

/** A tool about a city that an SDK's runner calls. */
export interface CityTool {
  readonly name: string
  readonly description: string
  readonly run: (input: { readonly city: string }) => string
}

/** An official SDK of messages, in the few ways that these tests call it. Answers are read as plain data. */
export interface MessagesSdk {
  readonly name: string
  readonly errors: ErrorClasses
  readonly create: (body: MessagesBody) => Promise<Message>
  readonly stream: (body: MessagesBody, signal?: AbortSignal) => Promise<AsyncIterable<RawMessageStreamEvent>>
  /** What `.stream()` folds its answer into. */
  readonly helper: (body: MessagesBody) => Promise<Message>
  /** The parsed answer of `.parse()` and of `.stream()`. */
  readonly parse: (body: MessagesBody, schema: z.ZodType) => Promise<unknown>
  readonly parseStream: (body: MessagesBody, schema: z.ZodType) => Promise<unknown>
  /** The last words of `beta.messages.toolRunner()`, and all messages before. */
  readonly runTools: (body: MessagesBody, tools: readonly CityTool[], stream: boolean) => Promise<Ran>
}

const inputSchema = z.object({ city: z.string() })

const newest = (options: ClientOptions): MessagesSdk => {
  const { messages, beta } = new Anthropic({ ...settings(options), baseURL: options.url })
  return {
    name: "anthropic",
    errors: Anthropic,
    create: (body) => messages.create({ ...body }),
    stream: (body, signal) => messages.create({ ...body, stream: true }, signal === undefined ? {} : { signal }),
    helper: (body) => messages.stream({ ...body }).finalMessage(),
    parse: async (body, schema) => {
      const answer = await messages.parse({ ...body, output_config: { format: zodOutputFormat(schema) } })
      return answer.parsed_output
    },
    parseStream: async (body, schema) => {
      const output_config = { format: zodOutputFormat(schema) }
      return (await messages.stream({ ...body, output_config }).finalMessage()).parsed_output
    },
    runTools: async ({ model, max_tokens, messages: said }, tools, stream) => {
      const run = tools.map((tool) => betaZodTool({ ...tool, inputSchema }))
      const asked = { model, max_tokens, messages: said, tools: run }
      const runner = stream ? beta.messages.toolRunner({ ...asked, stream: true }) : beta.messages.toolRunner(asked)
      return { final: await runner.runUntilDone(), messages: runner.params.messages }
    }
  }
}

const previous = (options: ClientOptions): MessagesSdk => {
  const { messages, beta } = new AnthropicPrevious({ ...settings(options), baseURL: options.url })
  return {
    name: "anthropic-previous",
    errors: AnthropicPrevious,
    create: (body) => messages.create({ ...body }),
    stream: (body, signal) => messages.create({ ...body, stream: true }, signal === undefined ? {} : { signal }),
    helper: (body) => messages.stream({ ...body }).finalMessage(),
    parse: async (body, schema) => {
      const answer = await messages.parse({ ...body, output_config: { format: zodOutputFormatPrevious(schema) } })
      return answer.parsed_output
    },
    parseStream: async (body, schema) => {
      const output_config = { format: zodOutputFormatPrevious(schema) }
      return (await messages.stream({ ...body, output_config }).finalMessage()).parsed_output
    },
    runTools: async ({ model, max_tokens, messages: said }, tools, stream) => {
      const run = tools.map((tool) => betaZodToolPrevious({ ...tool, inputSchema }))
      const asked = { model, max_tokens, messages: said, tools: run }
      const runner = stream ? beta.messages.toolRunner({ ...asked, stream: true }) : beta.messages.toolRunner(asked)
      return { final: await runner.runUntilDone(), messages: runner.params.messages }
    }
  }
}

/** Both majors, newest first. */
export const messagesSdks = { anthropic: newest, "anthropic-previous": previous } as const
