import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import { TokenCounts } from "../../src/endpoints/counting.ts"
import { Credentials } from "../../src/credentials/credentials.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { twoModels } from "./models.ts"
import { chatEndpoints } from "./endpoints.ts"

const gateway = Gateway.make(
  Gateway.layer(...chatEndpoints).pipe(
    Layer.provide(twoModels("http://upstream.invalid")),
    Layer.provide(layerFetch(() => Promise.reject(new Error("never")))),
    Layer.provide(TokenCounts.layer()),
    Layer.provide(Credentials.keys("k"))
  )
)
afterAll(() => gateway.dispose())

const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Response> =>
  gateway.fetch(
    new Request(`http://gateway${path}`, {
      method,
      headers: { authorization: "Bearer k", "x-request-id": "r1", ...headers },
      ...(body === undefined ? {} : { body })
    })
  )

type Shape = "openai" | "anthropic" | "google"

/** An error's body as each vendor writes it, by status, our sentence, and what the vendor calls it. */
const bodies: Readonly<Record<Shape, (status: number, message: unknown, type: string, code: string) => object>> = {
  openai: (_, message, type, code) => ({ error: { message, type, param: null, code } }),
  anthropic: (_, message, type) => ({ type: "error", error: { type, message }, request_id: "r1" }),
  google: (code, message, status) => ({ error: { code, message, status } })
}

const notFound = { openai: "invalid_request_error", anthropic: "not_found_error", google: "NOT_FOUND" }

describe("a path that no endpoint has", () => {
  it.each([
    ["POST", "/", "openai"],
    ["GET", "/v1", "openai"],
    ["POST", "/v1/nothing", "openai"],
    ["POST", "/v1/chat/completions/x", "openai"],
    ["GET", "/v1/model", "openai"],
    ["GET", "/v1beta", "google"],
    ["GET", "/v1beta/", "google"],
    ["POST", "/v1beta/nothing", "google"],
    ["POST", "//v1beta//nothing", "google"],
    ["GET", "/v1betamax", "openai"],
    ["POST", "/v1beta/models/x:fooBar", "google"],
    ["POST", "/v1beta/models/x%3AfooBar", "google"],
    ["POST", "/v1beta/models/vendor/x:fooBar", "google"],
    ["POST", "/v1/models/x:foo", "google"],
    ["POST", "/v1/models/x:", "google"],
    ["PUT", "/v1/models/x:generateContents", "google"],
    ["GET", "/v1/messages/x", "anthropic"],
    ["POST", "//v1//messages//x", "anthropic"],
    ["GET", "/prod-api/x", "openai"]
  ] as const)("%s %s is a 404 in the body of its callers: %s", async (method, path, shape) => {
    const answer = await ask(method, path)
    const message = `There is no endpoint ${method} at this path.`
    expect([answer.status, await answer.json()]).toEqual([
      404,
      bodies[shape](404, message, notFound[shape], "unknown_url")
    ])
  })
})

/** What vendors serve and this library does not, as clients call it, and a word of what they are told to do. */
const notServed = [
  ["POST", "/v1/responses/compact", {}, "openai", "summed up"],
  ["POST", "/v1/responses/resp_1/cancel", {}, "openai", "close the connection"],
  ["POST", "/v1/completions", {}, "openai", "user message"],
  ["POST", "/v1/audio/speech", {}, "openai", "carry audio"],
  ["POST", "/v1/audio/transcriptions", {}, "openai", "carry audio"],
  ["POST", "/v1/moderations", {}, "openai", "Moderation is not served"],
  ["POST", "/v1/images/variations", {}, "openai", "/v1/images/edits"],
  ["POST", "/v1/files", {}, "openai", "inside the request"],
  ["GET", "/v1/files/file-1/content", { "anthropic-version": "2023-06-01" }, "anthropic", "inside the request"],
  ["POST", "/upload/v1beta/files", { "x-goog-api-key": "k" }, "google", "inside the request"],
  ["GET", "/v1/files", { "x-goog-api-key": "k" }, "google", "inside the request"],
  ["GET", "/v1beta/files/f", {}, "google", "inside the request"],
  ["POST", "/v1/batches", {}, "openai", "one by one"],
  ["POST", "/v1/messages/batches", {}, "anthropic", "one by one"],
  ["POST", "/v1beta/models/m:batchGenerateContent", {}, "google", "one by one"],
  ["GET", "/v1/realtime", {}, "openai", "stream a chat completion"],
  ["POST", "/v1/cachedContents", { "x-goog-api-key": "k" }, "google", "cache what repeats"],
  ["DELETE", "/v1beta/cachedContents/x", {}, "google", "cache what repeats"],
  ["POST", "/v1beta/models/veo-3.1:predictLongRunning", {}, "google", "/v1/video/generations"],
  ["POST", "/v1/models/imagen-4:predict", {}, "google", "/v1/images/generations"],
  ["POST", "/v1/assistants", {}, "openai", "call the vendor"],
  ["POST", "/v1beta/tunedModels/x:generateContent", {}, "google", "call the vendor"]
] as const

describe("a path that vendors have and this library has not", () => {
  it.each(notServed)("%s %s %o is a 404 that %s's clients read, with what to do", async (...row) => {
    const [method, path, headers, shape, hint] = row
    const answer = await ask(method, path, headers)
    const body: unknown = await answer.json()
    const message = expect.stringMatching(
      new RegExp(`^There is no endpoint ${method} at this path\\. .*${escaped(hint)}`)
    )
    expect([answer.status, body]).toEqual([404, bodies[shape](404, message, notFound[shape], "unknown_url")])
  })
})

const escaped = (text: string): string => text.replace(/[()./]/g, "\\$&")

const notAllowed = {
  openai: "invalid_request_error",
  anthropic: "invalid_request_error",
  google: "UNIMPLEMENTED"
}

describe("a method that a path does not take", () => {
  it.each([
    ["GET", "/v1/chat/completions", "POST", "openai"],
    ["GET", "/v1/messages", "POST", "anthropic"],
    ["PUT", "/v1/messages/", "POST", "anthropic"],
    ["GET", "/v1/messages/count_tokens", "POST", "anthropic"],
    ["GET", "/v1beta/models/x:generateContent", "POST", "google"],
    ["PATCH", "/v1/models/x:streamGenerateContent", "POST", "google"],
    ["GET", "/v1/models/x%3AcountTokens", "POST", "google"],
    ["POST", "/v1/models", "GET, HEAD", "openai"],
    ["POST", "/v1beta/models", "GET, HEAD", "google"],
    ["DELETE", "/v1/models/x", "GET, HEAD", "openai"],
    ["POST", "/v1beta/models/x", "GET, HEAD", "google"]
  ] as const)("%s %s is a 405 that says %s, in the body of its callers: %s", async (method, path, allow, shape) => {
    const answer = await ask(method, path)
    expect(answer.headers.get("allow")).toBe(allow)
    const message = `This path takes ${allow}.`
    expect([answer.status, await answer.json()]).toEqual([
      405,
      bodies[shape](405, message, notAllowed[shape], "method_not_allowed")
    ])
  })

  it("leaves colons in ids that are read", async () => {
    const answer = await ask("GET", "/v1/models/ft:chat-model:me")
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining("`ft:chat-model:me`")])
  })
})

/** The routes that read a body, and whose errors they say. */
const readers = [
  ["/v1/chat/completions", "openai"],
  ["/v1/messages", "anthropic"],
  ["/v1/messages/count_tokens", "anthropic"],
  ["/v1beta/models/chat-model:generateContent", "google"],
  ["/v1/models/chat-model:generateContent", "google"],
  ["/v1beta/models/chat-model:streamGenerateContent", "google"],
  ["/v1/models/chat-model:streamGenerateContent", "google"],
  ["/v1beta/models/chat-model:countTokens", "google"],
  ["/v1/models/chat-model:countTokens", "google"]
] as const

describe.each(readers)("what %s does not read", (path, shape) => {
  const type = (openai: string, anthropic: string): string => ({ openai, anthropic, google: "INVALID_ARGUMENT" })[shape]

  it("is a body above its cap: 413, whatever its length says", async () => {
    const headers = { "content-type": "application/json" }
    const answer = await ask("POST", path, headers, " ".repeat(32 * 1024 * 1024 + 1))
    expect([answer.status, await answer.json()]).toEqual([
      413,
      bodies[shape](
        413,
        "The body is larger than 33554432 bytes.",
        type("invalid_request_error", "request_too_large"),
        "request_too_large"
      )
    ])
  })

  it.each([
    [{ "content-type": "text/plain" }, "The body must be JSON (`content-type: application/json`)."],
    [
      { "content-type": "multipart/form-data; boundary=x" },
      "The body must be JSON (`content-type: application/json`)."
    ],
    [{ "content-type": "application/json", "content-encoding": "gzip" }, "The body must not be compressed."]
  ])("is a body of another kind: 415 for %o", async (headers, message) => {
    const answer = await ask("POST", path, headers, "{}")
    expect([answer.status, await answer.json()]).toEqual([
      415,
      bodies[shape](415, message, type("invalid_request_error", "invalid_request_error"), "unsupported_media_type")
    ])
  })
})
