import { expect } from "vitest"
import { clientKey } from "../gateway.ts"
import { answerTo, type Call, call, type Case, chat, message } from "./clients.ts"

const post = (body: unknown): Call => ({
  method: "POST",
  body: typeof body === "string" ? body : JSON.stringify(body)
})

/** What comes over the wire, looked at without an SDK. */
export const wire: readonly Case[] = [
  {
    name: "a stream arrives as it is made, not when it has ended",
    holds: async (given) => {
      const { body } = await call(given, "/v1/chat/completions", post({ ...chat("gpt-4o-slow"), stream: true }))
      const reader = body?.getReader()
      expect((await reader?.read())?.done).toBe(false)
      expect(given.upstream.open()).toBe(1)
      const left = given.upstream.left()
      await reader?.cancel()
      await left
    }
  },
  {
    name: "a stream of all its bytes has its media type, and nobody may keep or change it",
    holds: async (given) => {
      const answer = await call(given, "/v1/messages", post({ ...message("claude-haiku-4-5"), stream: true }))
      expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/)
      expect(answer.headers.get("cache-control")).toBe("no-cache, no-transform")
      expect(await answer.text()).toMatch(/^event: message_start\n.*event: message_stop\ndata: \{.*\}\n\n$/s)
    }
  },
  {
    name: "letters of every size arrive",
    holds: async (given) => {
      const text = "Zürich, 東京, 🦜🏽"
      const answer = await call(given, "/v1/chat/completions", post(chat("claude-haiku-4-5", text)))
      expect(await answer.json()).toMatchObject({ choices: [{ message: { content: answerTo(text) } }] })
    }
  },
  {
    name: "a body of a megabyte arrives whole",
    holds: async (given) => {
      const long = `${"word ".repeat(200_000)}end`
      const counted = await call(given, "/v1/messages/count_tokens", post(chat("claude-haiku-4-5", long)))
      expect(JSON.parse(await counted.text()).input_tokens).toBeGreaterThan(100_000)
    }
  },
  {
    name: "a key in the query, and a streamed array without `alt=sse`",
    holds: async (given) => {
      const path = `/v1beta/models/gemini-2.5-flash:streamGenerateContent?key=${clientKey}`
      const asked = post({ contents: [{ role: "user", parts: [{ text: "Hello" }] }] })
      const answer = await fetch(given.url + path, { ...asked, headers: { "content-type": "application/json" } })
      expect(answer.headers.get("content-type")).toMatch(/^application\/json/)
      expect(await answer.json()).toContainEqual(
        expect.objectContaining({ candidates: [expect.objectContaining({ finishReason: "STOP" })] })
      )
    }
  },
  {
    name: "twenty calls at once get their own answers",
    holds: async (given) => {
      const words = Array.from({ length: 20 }, (_, index) => `word${index}`)
      const answers = await Promise.all(
        words.map(async (word, index) => {
          const model = index % 2 === 0 ? "gpt-4o" : "gemini-2.5-flash"
          return JSON.parse(await (await call(given, "/v1/chat/completions", post(chat(model, word)))).text())
        })
      )
      expect(answers.map(({ choices }) => choices[0].message.content)).toEqual(words.map((word) => answerTo(word)))
    }
  },
  {
    name: "a client's id for a request comes back",
    holds: async (given) => {
      const answer = await call(given, "/v1/models", { headers: { "x-request-id": "mine-1" } })
      expect([answer.headers.get("x-request-id"), answer.headers.get("request-id")]).toEqual(["mine-1", "mine-1"])
    }
  },
  {
    name: "HEAD has the status and no body",
    holds: async (given) => {
      const answer = await call(given, "/v1/models", { method: "HEAD" })
      expect([answer.status, await answer.text()]).toEqual([200, ""])
    }
  }
]

/** What is refused, in the format of the path's clients. */
export const refused: readonly Case[] = [
  {
    name: "a body that is no JSON: 400",
    holds: async (given) => {
      const answer = await call(given, "/v1/chat/completions", post('{"model": "gpt-4o", '))
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ error: { type: "invalid_request_error" } })
    }
  },
  {
    name: "no body: 400",
    holds: async (given) => {
      const answer = await call(given, "/v1/messages", { method: "POST" })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ type: "error", error: { type: "invalid_request_error" } })
    }
  },
  {
    name: "a body above the endpoint's cap: 413",
    holds: async (given) => {
      const answer = await call(given, "/v1/narrow", post(message("claude-haiku-4-5", "x".repeat(2000))))
      expect(answer.status).toBe(413)
      expect(await answer.json()).toMatchObject({ type: "error", error: { type: "request_too_large" } })
    }
  },
  {
    name: "a body of another media type: 415",
    holds: async (given) => {
      const asked = { ...post("model=gpt-4o"), headers: { "content-type": "application/x-www-form-urlencoded" } }
      const answer = await call(given, "/v1/chat/completions", asked)
      expect(answer.status).toBe(415)
      expect(await answer.json()).toMatchObject({ error: { code: "unsupported_media_type" } })
    }
  },
  {
    name: "a known path with another method: 405, which says the right one",
    holds: async (given) => {
      const answer = await call(given, "/v1/messages", { method: "DELETE" })
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"])
      expect(await answer.json()).toMatchObject({ type: "error" })
    }
  },
  {
    name: "a path at which nothing stands: 404",
    holds: async (given) => expect((await call(given, "/v1/nothing")).status).toBe(404)
  },
  {
    name: "a defect: 500 in the format, which says nothing of it, and the next call is served",
    holds: async (given) => {
      const answer = await call(given, "/v1/broken")
      const text = await answer.text()
      expect([answer.status, JSON.parse(text).error.type]).toEqual([500, "server_error"])
      expect(text).not.toContain("planted")
      expect((await call(given, "/v1/models")).status).toBe(200)
    }
  }
]
