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

const ask = async ({
  path,
  key = "k",
  body
}: Pick<Case, "path" | "key" | "body">): Promise<readonly [status: number, answer: unknown]> => {
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${key}`,
    "x-goog-api-key": key,
    "x-api-key": key,
    "anthropic-version": "2023-06-01"
  }
  const init = { method: "POST", headers, body: JSON.stringify(body) }
  const response = await fetch(new Request(`http://sandbox.invalid${path}`, init))
  return [response.status, await response.json()]
}

const user = { role: "user", content: "Hello" }
const call = { id: "call_1", type: "function", function: { name: "f", arguments: "{}" } }
const result = { role: "tool", tool_call_id: "call_1", content: "x" }
const ofOpenai = (message: string, param: string | null, code: string | null) => ({
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
    title: "functions beside tools (microsoft/autogen/issues/3285)",
    path: "/v1/chat/completions",
    body: { model: "gpt-4o", messages: [user], functions: [{ name: "f" }], tools: [call] },
    status: 400,
    error: ofOpenai(
      "Invalid request: 'functions' and 'tools' cannot both be provided. 'functions' are deprecated; use the 'tools' parameter instead.",
      null,
      null
    )
  },
  {
    title: "a member that chat completions do not have (kangminlee-maker/local-OAuth-CLI-API-adapter)",
    path: "/v1/chat/completions",
    body: { model: "gpt-5.5", messages: [user], zzz_unknown: 1 },
    status: 400,
    error: ofOpenai("Unknown parameter: 'zzz_unknown'.", "zzz_unknown", "unknown_parameter")
  },
  {
    title: "a message without content (kangminlee-maker/local-OAuth-CLI-API-adapter)",
    path: "/v1/chat/completions",
    body: { model: "gpt-5.5", messages: [{ role: "user" }] },
    status: 400,
    error: ofOpenai("Invalid value for 'content': expected a string, got null.", "messages.[0].content", null)
  },
  {
    title: "no model for the Responses API (mattermost/mattermost-plugin-agents/issues/476)",
    path: "/v1/responses",
    body: { input: "Hello" },
    status: 400,
    error: ofOpenai("Missing required parameter: 'model'.", "model", "missing_required_parameter")
  },
  {
    title: "no input (kangminlee-maker/local-OAuth-CLI-API-adapter)",
    path: "/v1/responses",
    body: { model: "gpt-5.5" },
    status: 400,
    error: ofOpenai("Missing required parameter: 'input'.", "input", "missing_required_parameter")
  },
  ...["", []].map((input) => ({
    title: `an empty ${typeof input === "string" ? "text" : "list"} as input (kangminlee-maker/local-OAuth-CLI-API-adapter)`,
    path: "/v1/responses",
    body: { model: "gpt-5.5", input },
    status: 400,
    error: ofOpenai(
      `One of "input" or "previous_response_id" or 'prompt' or 'conversation' must be provided.`,
      null,
      "missing_required_parameter"
    )
  })),
  {
    title: "an image of no model (kangminlee-maker/local-OAuth-CLI-API-adapter)",
    path: "/v1/images/generations",
    body: { prompt: "a fox" },
    status: 400,
    error: ofOpenai("Missing required parameter: 'model'.", "model", "missing_required_parameter")
  },
  {
    title: "an image of a model that is gone (kangminlee-maker/local-OAuth-CLI-API-adapter)",
    path: "/v1/images/generations",
    body: { model: "dall-e-3", prompt: "a fox" },
    status: 400,
    error: {
      error: {
        message: "The model 'dall-e-3' does not exist.",
        type: "image_generation_user_error",
        param: "model",
        code: "invalid_value"
      }
    }
  },
  {
    title: "less than no tokens for Claude (kangminlee-maker/local-OAuth-CLI-API-adapter)",
    path: "/v1/messages",
    body: { model: "claude-sonnet-5", messages: [user], max_tokens: -1 },
    status: 400,
    error: {
      type: "error",
      error: { type: "invalid_request_error", message: "max_tokens: must be greater than or equal to 0" },
      request_id: expect.any(String)
    }
  },
  {
    title: "no messages for OpenRouter (BerriAI/litellm/issues/14402)",
    path: "/openrouter/v1/chat/completions",
    body: { model: "openai/gpt-5.1" },
    status: 400,
    error: {
      error: expect.objectContaining({ message: 'Input required: specify "prompt" or "messages"', code: 400 })
    }
  },
  {
    title: "an image for a model of Qwen's that reads text (can1357/oh-my-pi/pull/1861)",
    path: "/qwen/v1/chat/completions",
    body: {
      model: "qwen3.7-max",
      messages: [
        { role: "user", content: [{ type: "image_url", image_url: { url: "data:image/webp;base64,UklGRg==" } }] }
      ],
      stream: true
    },
    status: 400,
    error: expect.objectContaining({
      error: expect.objectContaining({
        message:
          "<400> InternalError.Algo.InvalidParameter: The provided messages input is invalid. The error info is [Unexpected item type in content.]"
      })
    })
  },
  {
    title: "no messages for Kimi (platform.kimi.com/docs/api/errors)",
    path: "/kimi/v1/chat/completions",
    body: { model: "kimi-k2.6" },
    status: 400,
    error: { error: { message: expect.stringMatching(/^Invalid request: /), type: "invalid_request_error" } }
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

  it("takes an empty text and an empty list as a message (kangminlee-maker/local-OAuth-CLI-API-adapter)", async () => {
    const messages = [
      { role: "user", content: "" },
      { role: "user", content: [] }
    ]
    const [status] = await ask({ path: "/v1/chat/completions", body: { model: "gpt-5.5", messages } })
    expect(status).toBe(200)
  })
})
