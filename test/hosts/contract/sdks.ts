import { APIUserAbortError as AnthropicAbort } from "@anthropic-ai/sdk"
import { APIUserAbortError as OpenAIAbort } from "openai"
import { expect } from "vitest"
import { anthropic, answerTo, type Case, chat, google, message, openai } from "./clients.ts"

const hello = answerTo("Hello there")
const weather = { type: "object" as const, properties: { city: { type: "string" } }, required: ["city"] }

/** What the official SDKs read of answers that arrive. */
export const whole: readonly Case[] = [
  {
    name: "openai: an answer of its own family",
    holds: async (given) => {
      const { choices } = await openai(given).chat.completions.create(chat("gpt-4o"))
      expect(choices[0]?.message.content).toBe(hello)
    }
  },
  {
    name: "openai: a stream of another family, to its last frame",
    holds: async (given) => {
      const stream = openai(given).chat.completions.stream(chat("claude-haiku-4-5"))
      expect((await stream.finalChatCompletion()).choices[0]).toMatchObject({
        message: { content: hello },
        finish_reason: "stop"
      })
    }
  },
  {
    name: "openai: a call of a tool, streamed",
    holds: async (given) => {
      const tools = [{ type: "function" as const, function: { name: "get_weather", parameters: weather } }]
      const asked = { ...chat("gemini-2.5-flash", "What is the weather in Paris?"), tools }
      const { choices } = await openai(given).chat.completions.stream(asked).finalChatCompletion()
      expect(choices[0]).toMatchObject({
        message: { tool_calls: [{ function: { name: "get_weather", arguments: expect.stringContaining("Paris") } }] },
        finish_reason: "tool_calls"
      })
    }
  },
  {
    name: "openai: the list of models",
    holds: async (given) => {
      const { data } = await openai(given).models.list()
      expect(data.map(({ id }) => id)).toContain("gpt-4o")
    }
  },
  {
    name: "anthropic: an answer of its own family",
    holds: async (given) => {
      const { content } = await anthropic(given).messages.create(message("claude-haiku-4-5"))
      expect(content).toMatchObject([{ type: "text", text: hello }])
    }
  },
  {
    name: "anthropic: a stream of another family, to its last event",
    holds: async (given) => {
      const answer = await anthropic(given).messages.stream(message("gpt-4o")).finalMessage()
      expect(answer).toMatchObject({ content: [{ type: "text", text: hello }], stop_reason: "end_turn" })
    }
  },
  {
    name: "anthropic: thinking with its signature, streamed",
    holds: async (given) => {
      const asked = { ...message("claude-sonnet-4-5"), max_tokens: 3000 }
      const thinking = { type: "enabled" as const, budget_tokens: 2000 }
      const { content } = await anthropic(given)
        .messages.stream({ ...asked, thinking })
        .finalMessage()
      expect(content).toMatchObject([{ type: "thinking", signature: expect.stringMatching(/./) }, { type: "text" }])
    }
  },
  {
    name: "anthropic: a count of tokens, at a path below another",
    holds: async (given) => {
      const { input_tokens } = await anthropic(given).messages.countTokens(chat("claude-haiku-4-5"))
      expect(input_tokens).toBeGreaterThan(0)
    }
  },
  {
    name: "genai: an answer of its own family, at a path with a colon",
    holds: async (given) => {
      const { text } = await google(given).models.generateContent({
        model: "gemini-2.5-flash",
        contents: "Hello there"
      })
      expect(text).toBe(hello)
    }
  },
  {
    name: "genai: a stream of another family, at a path with a query",
    holds: async (given) => {
      const asked = { model: "claude-haiku-4-5", contents: "Hello there" }
      const said: string[] = []
      for await (const { text } of await google(given).models.generateContentStream(asked)) said.push(text ?? "")
      expect(said.join("")).toBe(hello)
      expect(said.length).toBeGreaterThan(2)
    }
  }
]

/** What the official SDKs raise. */
export const failing: readonly Case[] = [
  {
    name: "openai: a key that is not known is its error",
    holds: async (given) => {
      const asked = openai(given, "another").chat.completions.create(chat("gpt-4o"))
      await expect(asked).rejects.toMatchObject({ status: 401, code: "invalid_api_key" })
    }
  },
  {
    name: "anthropic: a key that is not known is its error",
    holds: async (given) => {
      const asked = anthropic(given, "another").messages.create(message("claude-haiku-4-5"))
      await expect(asked).rejects.toMatchObject({ status: 401, type: "authentication_error" })
    }
  },
  {
    name: "genai: a model that is not served is its error",
    holds: async (given) => {
      const asked = google(given).models.generateContent({ model: "nobody-1", contents: "Hello" })
      await expect(asked).rejects.toMatchObject({ status: 404, message: expect.stringContaining("NOT_FOUND") })
    }
  },
  {
    name: "openai: an upstream that breaks off is an error after what it said",
    holds: async (given) => {
      const said: string[] = []
      const stream = await openai(given).chat.completions.create({ ...chat("gpt-4o-cut"), stream: true })
      const reading = async (): Promise<void> => {
        for await (const { choices } of stream) said.push(choices[0]?.delta.content ?? "")
      }
      await expect(reading()).rejects.toThrow("stream ended before")
      expect(hello.startsWith(said.join(""))).toBe(true)
    }
  },
  {
    name: "anthropic: an upstream that breaks off is an error event",
    holds: async (given) => {
      const asked = anthropic(given).messages.stream(message("claude-haiku-4-5-cut")).finalMessage()
      await expect(asked).rejects.toThrow("stream ended before")
    }
  }
]

/** What becomes of a call whose client leaves. */
export const leaving: readonly Case[] = [
  {
    name: "openai: leaving a stream ends the upstream's",
    holds: async (given) => {
      const left = given.upstream.left()
      const stream = await openai(given).chat.completions.create({ ...chat("gpt-4o-slow"), stream: true })
      for await (const _ of stream) stream.controller.abort()
      await left
      expect(given.upstream.open()).toBe(0)
    }
  },
  {
    name: "anthropic: leaving a translated stream ends the upstream's",
    holds: async (given) => {
      const left = given.upstream.left()
      const stream = anthropic(given).messages.stream(message("gpt-4o-slow"))
      stream.on("text", () => stream.abort())
      await expect(stream.finalMessage()).rejects.toThrow(AnthropicAbort)
      await left
      expect(given.upstream.open()).toBe(0)
    }
  },
  {
    name: "genai: leaving a stream ends the upstream's",
    holds: async (given) => {
      const left = given.upstream.left()
      const leave = new AbortController()
      const asked = { model: "gemini-2.5-flash-slow", contents: "Hello", config: { abortSignal: leave.signal } }
      const reading = async (): Promise<void> => {
        for await (const _ of await google(given).models.generateContentStream(asked)) leave.abort()
      }
      await expect(reading()).rejects.toThrow(/abort/i)
      await left
      expect(given.upstream.open()).toBe(0)
    }
  },
  {
    name: "openai: leaving before an answer began ends the upstream's",
    holds: async (given) => {
      const left = given.upstream.left()
      const leave = new AbortController()
      const asked = openai(given).chat.completions.create(chat("gpt-4o-slow"), { signal: leave.signal })
      while (given.upstream.open() === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      leave.abort()
      await expect(asked).rejects.toThrow(OpenAIAbort)
      await left
      expect(given.upstream.open()).toBe(0)
    }
  }
]
