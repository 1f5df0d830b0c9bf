import { describe, expect, it } from "vitest"
import { make } from "../../src/sandbox.ts"

const { fetch } = make({ key: "k", pace: 0 })

interface Case {
  readonly title: string
  readonly path: string
  readonly key?: string
  readonly body: object
  readonly status: number
  readonly error: unknown
}

const ask = async ({ path, key = "k", body }: Case): Promise<unknown> => {
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}`, "x-goog-api-key": key }
  const init = { method: "POST", headers, body: JSON.stringify(body) }
  const response = await fetch(new Request(`http://sandbox.invalid${path}`, init))
  return [response.status, await response.json()]
}

const user = { role: "user", content: "Hello" }
const call = { id: "call_1", type: "function", function: { name: "f", arguments: "{}" } }
const result = { role: "tool", tool_call_id: "call_1", content: "x" }
const ofOpenai = (message: string, param: string, code: string | null) => ({
  error: { message, type: "invalid_request_error", param, code }
})

/** What vendors answered, as threads and vendors' pages have it. */
const cases: readonly Case[] = [
  {
    title: "two results of one call (neuron-core/neuron-ai/issues/46)",
    path: "/v1/chat/completions",
    body: { model: "gpt-4o-mini", messages: [user, { role: "assistant", tool_calls: [call] }, result, result] },
    status: 400,
    error: ofOpenai(
      "Invalid parameter: Duplicate value for 'tool_call_id' of 'call_1', in messages[2] and messages[3].",
      "messages.[3].tool_call_id",
      null
    )
  },
  {
    title: "a file with bytes and no name (openai/openai-agents-python/pull/1513)",
    path: "/v1/chat/completions",
    body: {
      model: "gpt-4o",
      messages: [
        user,
        {
          role: "user",
          content: [
            { type: "text", text: "?" },
            { type: "file", file: { file_data: "data:x;base64,eA==" } }
          ]
        }
      ]
    },
    status: 400,
    error: ofOpenai(
      "Missing required parameter: 'messages[1].content[1].file.file_id'.",
      "messages[1].content[1].file.file_id",
      "missing_required_parameter"
    )
  },
  {
    title: "a picture that the assistant shows (openai/openai-node/issues/1030)",
    path: "/v1/chat/completions",
    body: {
      model: "gpt-4o",
      messages: [
        user,
        { role: "assistant", content: [{ type: "image_url", image_url: { url: "https://example.com/a.png" } }] },
        user
      ]
    },
    status: 400,
    error: {
      error: expect.objectContaining({
        message:
          "Invalid 'messages[1]'. Image URLs are only allowed for messages with role 'user', but this message with role 'assistant' contains an image URL."
      })
    }
  },
  {
    title: "another key at Kimi's (can1357/oh-my-pi/issues/6504)",
    path: "/kimi/v1/chat/completions",
    key: "other",
    body: { model: "kimi-k2.6", messages: [user] },
    status: 401,
    error: { error: { message: "Invalid Authentication", type: "invalid_authentication_error" } }
  },
  {
    title: "a member that Cohere does not have (HKUDS/LightRAG/issues/1813)",
    path: "/cohere/v2/rerank",
    body: { model: "rerank-v3.5", query: "q", documents: ["a"], top_k: 1 },
    status: 422,
    error: {
      id: expect.any(String),
      message:
        "unknown field: parameter 'top_k' is not a valid field. For proper usage, please refer to https://docs.cohere.com/reference/rerank"
    }
  },
  {
    title: "no documents for Cohere (docs.cohere.com/errors-reference)",
    path: "/cohere/v2/rerank",
    body: { model: "rerank-v3.5", query: "q", documents: [] },
    status: 400,
    error: { id: expect.any(String), message: "invalid request: list of documents must not be empty" }
  },
  {
    title: "topK out of range (genkit-ai/genkit/issues/1397)",
    path: "/v1beta/models/gemini-2.5-flash:generateContent",
    body: { contents: [{ parts: [{ text: "?" }] }], generationConfig: { topK: 0 } },
    status: 400,
    error: {
      error: expect.objectContaining({
        message:
          "Unable to submit request because it has a topK value of 0 but the supported range is from 1 (inclusive) to 1001 (exclusive). Update the value and try again."
      })
    }
  },
  {
    title: "JSON of a model that draws (google-gemini/deprecated-generative-ai-python/issues/137)",
    path: "/v1beta/models/gemini-2.5-flash-image:generateContent",
    body: { contents: [{ parts: [{ text: "?" }] }], generationConfig: { responseMimeType: "application/json" } },
    status: 400,
    error: {
      error: expect.objectContaining({ message: "Json mode is not enabled for models/gemini-2.5-flash-image" })
    }
  },
  {
    title: "a member that Veo does not have (nodetool-ai/nodetool/pull/4298)",
    path: "/v1beta/models/veo-3.1-generate-preview:predictLongRunning",
    body: { instances: [{ prompt: "a fox", inlineData: {} }] },
    status: 400,
    error: {
      error: expect.objectContaining({
        message: expect.stringMatching(/^`inlineData` isn't supported by this model\./)
      })
    }
  },
  {
    title: "a Veo that is not there (google-gemini/cookbook/issues/706)",
    path: "/v1beta/models/veo-2.0-generate-001:predictLongRunning",
    body: { instances: [{ prompt: "a fox" }] },
    status: 404,
    error: {
      error: expect.objectContaining({
        message:
          "models/veo-2.0-generate-001 is not found for API version v1beta, or is not supported for predictLongRunning. Call ListModels to see the list of available models and their supported methods."
      })
    }
  }
]

describe("the sandbox says what the vendor says", () => {
  it.each(cases)("of $title", async (one) => expect(await ask(one)).toEqual([one.status, one.error]))
})
