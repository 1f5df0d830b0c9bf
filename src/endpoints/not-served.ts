/** A sentence for callers of a path that vendors have and this library has not: what takes its place. */
export const insteadOf = (path: string): string | undefined => notServed.find(([pattern]) => pattern.test(path))?.[1]

/**
 * What the vendors' clients call besides what is served, by its path behind any version.
 *
 * @see https://platform.openai.com/docs/api-reference
 * @see https://platform.claude.com/docs/en/api
 * @see https://ai.google.dev/api (all read 2026-11)
 */
const notServed: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [
    /^\/v1\/responses(?:\/|$)/,
    'The Responses API is not served: let your client use chat completions (in the AI SDK `openai.chat(id)`, in the Agents SDK `setOpenAIAPI("chat_completions")`), which reach every model.'
  ],
  [
    /^\/v1\/(?:completions|complete|engines\/.*)$/,
    "Prompts without messages are not served: send a chat completion with one user message."
  ],
  [
    /^\/v1\/audio(?:\/|$)/,
    "Speech and transcription are not served: chat completions carry audio to the models that hear."
  ],
  [/^\/v1\/moderations$/, "Moderation is not served: call its vendor, whose key this gateway does not lend."],
  [/^\/v1\/images\/variations$/, "Variations are not served: send the image to `POST /v1/images/edits` with a prompt."],
  [
    /^(?:\/v1\/(?:messages\/)?batches|\/v1(?:beta)?\/batches)(?:\/|$)|:(?:async)?batch(?:GenerateContent|EmbedContent)$/i,
    "Batches are not served: send their requests one by one; each is answered at once."
  ],
  [
    /^(?:\/upload)?\/v1(?:beta)?\/(?:files|uploads)(?:[/:]|$)/,
    "Files are not kept here: send a document or an image inside the request, as base64 or by its URL."
  ],
  [
    /^\/v1(?:beta)?\/(?:realtime|live)(?:\/|$)|^\/ws\//,
    "Live sessions are not served: stream a chat completion instead."
  ],
  [
    /^\/v1(?:beta)?\/cachedContents(?:\/|$)/,
    "Contents are not kept here: send them with each request; vendors cache what repeats, and where a model wants a mark, `cache_control` is taken."
  ],
  [/:predictLongRunning$/, "Videos are made by `POST /v1/video/generations`, for models of every vendor."],
  [/:predict$/, "Images are made by `POST /v1/images/generations`, for models of every vendor."],
  [
    /^\/v1\/(?:assistants|threads|vector_stores|conversations|containers|fine_tuning|evals|skills|agents|sessions|environments)(?:\/|$)|^\/v1(?:beta)?\/(?:tunedModels|corpora|fileSearchStores|interactions)(?:[/:]|$)/,
    "What a vendor keeps for its customers is not served: call the vendor for it."
  ]
]
