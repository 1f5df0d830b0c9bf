import { list, members } from "./list.ts"
import type { Bodies } from "./requests-chat-completions.ts"

// Whole answers of chats, by what grows in them.

const escapes = '"\\\n\u0001é😀'

const completion = (message: object, more: object = {}): object => ({
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "y", ...message }, finish_reason: "stop", ...more }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
})

const call = (id: number, args = "{}") => ({
  id: `c${id}`,
  type: "function",
  function: { name: "f", arguments: args }
})

const chosen = (token: string) => ({ token, logprob: -1, bytes: [120], top_logprobs: [{ token, logprob: -1 }] })

/** Answers of chat completions. */
export const completions: Bodies = {
  "a text of escapes": (size) => completion({ content: escapes.repeat(size) }),
  "an unpaired half of a pair": (size) => completion({ content: "\ud800".repeat(size) }),
  "a text of thinking tags": (size) => completion({ content: "<think>".repeat(size) }),
  calls: (size) => completion({ tool_calls: list(size, (at) => call(at)) }),
  "calls of one id": (size) => completion({ tool_calls: list(size, () => call(0)) }),
  "calls of texts": (size) =>
    completion({
      tool_calls: list(size, (at) => ({ id: `c${at}`, type: "custom", custom: { name: "f", input: "x" } }))
    }),
  "small members of a call": (size) => completion({ tool_calls: [call(0, JSON.stringify(members(size, () => 1)))] }),
  "a call that is no JSON": (size) =>
    completion({ tool_calls: [call(0, "[".repeat(size))] }, { finish_reason: "length" }),
  annotations: (size) =>
    completion({
      content: "wörd ".repeat(size),
      annotations: list(size, (at) => ({
        type: "url_citation",
        url_citation: { url: `https://a.test/${at}`, title: "t", start_index: at, end_index: at + 1 }
      }))
    }),
  "details of reasoning": (size) =>
    completion({
      reasoning_details: list(size, (index) => ({ type: "reasoning.text", text: "t", signature: `s${index}`, index }))
    }),
  "carriers of reasoning": (size) =>
    completion({
      reasoning_details: list(size, (index) => ({
        type: "reasoning.text",
        text: "t",
        format: "isogloss-v1",
        index
      }))
    }),
  probabilities: (size) =>
    completion({ content: "x".repeat(size) }, { logprobs: { content: list(size, () => chosen("x")) } }),
  pictures: (size) =>
    completion({
      images: list(size, () => ({ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }))
    }),
  "parts of a content": (size) => completion({ content: list(size, () => ({ type: "text", text: "x" })) }),
  "unknown members": (size) => ({ ...completion({}), ...members(size, () => 1) }),
  "unknown members of a message": (size) => completion(members(size, () => ({ a: [null] }))),
  "choices without an end": (size) => ({
    ...completion({}),
    choices: list(128, (index) => ({
      index,
      message: { role: "assistant", content: "x".repeat(size / 8) },
      finish_reason: "stop"
    }))
  })
}

const message = (content: readonly object[], more: object = {}): object => ({
  id: "m",
  type: "message",
  role: "assistant",
  model: "m",
  content,
  stop_reason: "end_turn",
  usage: { input_tokens: 1, output_tokens: 1 },
  ...more
})

const use = (id: number, input: object = {}) => ({ type: "tool_use", id: `c${id}`, name: "f", input })

/** Answers of messages. */
export const blocks: Bodies = {
  "a text of escapes": (size) => message([{ type: "text", text: escapes.repeat(size) }]),
  texts: (size) => message(list(size, () => ({ type: "text", text: "x" }))),
  calls: (size) => message(list(size, (at) => use(at))),
  "calls of one id": (size) => message(list(size, () => use(0))),
  "small members of a call": (size) =>
    message([
      use(
        0,
        members(size, () => 1)
      )
    ]),
  "thinking and texts": (size) =>
    message(
      list(size, (at) =>
        at % 2 === 0 ? { type: "thinking", thinking: "t", signature: `s${at}` } : { type: "text", text: "x" }
      )
    ),
  "thinking that was redacted": (size) => message(list(size, (at) => ({ type: "redacted_thinking", data: `d${at}` }))),
  citations: (size) =>
    message([
      {
        type: "text",
        text: "wörd ".repeat(size),
        citations: list(size, (at) => ({
          type: "web_search_result_location",
          url: `https://a.test/${at}`,
          title: "t",
          cited_text: "w",
          encrypted_index: "e"
        }))
      }
    ]),
  "texts with citations": (size) =>
    message(
      list(size, (at) => ({
        type: "text",
        text: "wörd",
        citations: [
          {
            type: "char_location",
            cited_text: "w",
            document_index: 0,
            document_title: "t",
            start_char_index: at,
            end_char_index: at + 1
          }
        ]
      }))
    ),
  "what a search found": (size) =>
    message([
      { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "q" } },
      {
        type: "web_search_tool_result",
        tool_use_id: "srvtoolu_1",
        content: list(size, (at) => ({
          type: "web_search_result",
          url: `https://a.test/${at}`,
          title: "t",
          encrypted_content: "e"
        }))
      },
      { type: "text", text: "x" }
    ]),
  searches: (size) =>
    message(
      list(size / 2, (at) => [
        { type: "server_tool_use", id: `srvtoolu_${at}`, name: "web_search", input: { query: `q${at}` } },
        { type: "web_search_tool_result", tool_use_id: `srvtoolu_${at}`, content: [] }
      ]).flat()
    ),
  "unknown blocks": (size) => message(list(size, (at) => ({ type: `t${at}`, value: at }))),
  "unknown members": (size) =>
    message(
      [{ type: "text", text: "x" }],
      members(size, () => 1)
    )
}

const candidate = (parts: readonly object[], more: object = {}): object => ({
  candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP", ...more }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  modelVersion: "m",
  responseId: "r"
})

const words = (size: number) => [{ text: "wörd ".repeat(size) }]

/** Answers of generateContent. */
export const contents: Bodies = {
  "a text of escapes": (size) => candidate([{ text: escapes.repeat(size) }]),
  texts: (size) => candidate(list(size, () => ({ text: "x" }))),
  "texts and thoughts": (size) =>
    candidate(list(size, (at) => (at % 2 === 0 ? { text: "x" } : { text: "t", thought: true }))),
  signatures: (size) => candidate(list(size, () => ({ text: "x", thoughtSignature: "AAAA" }))),
  calls: (size) => candidate(list(size, (at) => ({ functionCall: { name: `f${at}`, args: {} } }))),
  "small members of a call": (size) => candidate([{ functionCall: { name: "f", args: members(size, () => 1) } }]),
  pictures: (size) => candidate(list(size, () => ({ inlineData: { mimeType: "image/png", data: "AAAA" } }))),
  "code that ran": (size) =>
    candidate(
      list(size, (at) =>
        at % 2 === 0
          ? { executableCode: { language: "PYTHON", code: "1" } }
          : { codeExecutionResult: { outcome: "OUTCOME_OK", output: "1" } }
      )
    ),
  "stretches that a search supports": (size) =>
    candidate(words(size), {
      groundingMetadata: {
        groundingChunks: list(size, (at) => ({ web: { uri: `https://a.test/${at}`, title: "t" } })),
        groundingSupports: list(size, (at) => ({
          segment: { startIndex: at * 6, endIndex: at * 6 + 5, text: "wörd" },
          groundingChunkIndices: [at]
        }))
      }
    }),
  "stretches in other places than they say": (size) =>
    candidate(words(size), {
      groundingMetadata: {
        groundingSupports: list(size, (at) => ({
          segment: { startIndex: at, endIndex: at + 5, text: "aaaaX" },
          groundingChunkIndices: [0]
        }))
      }
    }),
  "passages from elsewhere": (size) =>
    candidate(words(size), {
      citationMetadata: {
        citations: list(size, (at) => ({ startIndex: at, endIndex: at + 1, uri: `https://a.test/${at}` }))
      }
    }),
  probabilities: (size) =>
    candidate(words(size), {
      logprobsResult: {
        chosenCandidates: list(size, () => ({ token: "x", logProbability: -1 })),
        topCandidates: list(size, () => ({ candidates: [{ token: "x", logProbability: -1 }] }))
      }
    }),
  ratings: (size) =>
    candidate([{ text: "x" }], {
      safetyRatings: list(size, (at) => ({ category: `C${at}`, probability: "LOW" }))
    }),
  "unknown parts": (size) => candidate(list(size, (at) => ({ [`k${at}`]: 1 }))),
  "unknown members": (size) => ({ ...candidate([{ text: "x" }]), ...members(size, () => 1) }),
  "unknown members of a candidate": (size) =>
    candidate(
      [{ text: "x" }],
      members(size, () => ({ a: [null] }))
    )
}
