import type { Known } from "./pages.ts"

const words = (text: string): readonly string[] => text.split(" ")

/** What each refusal of the sandbox is known from, by the title of its table; what nobody has checked is so called. */
export const refusalsKnown: Readonly<Record<string, Known>> = {
  "OpenAI, `POST /v1/chat/completions`": {
    from: {
      "dd-trace-recordings": ["wrong-key"],
      "openai-latest": ["sampling-on-reasoning"],
      "gpt-probes": ["unsupported-effort"],
      "gpt-functions": ["functions-with-effort"],
      "gpt-json": ["json-unsaid"],
      "gpt-search": ["search-options"]
    },
    words: {
      "openai-chat-types": {
        "max-tokens-on-reasoning": "compatible with",
        "long-user": "maximum length of 128 characters",
        "temperature-range": "between 0 and 2",
        "penalty-range": "between -2.0 and 2.0",
        "top-logprobs-range": "between 0 and 20",
        "top-logprobs-alone": "must be set to `true` if",
        "stream-options-alone": "Only set this when you set",
        "too-many-stops": "Up to 4 sequences",
        "metadata-shape": "16 key-value pairs",
        "audio-without-settings": "Required when",
        "tool-name": "maximum length of 64",
        "choice-without-tools": "no tools are present",
        "function-call-alone": "no functions are present",
        "tool-type": "ChatCompletionCustomTool",
        "unknown-choice": "'none' | 'auto' | 'required'",
        "missing-messages": "messages: Array<",
        "missing-model": "model: (string & {})",
        "missing-call-id": "tool_call_id: string",
        "audio-format": "'wav' | 'mp3'",
        "bad-role": "role: 'tool'",
        "unnamed-function-message": "role: 'function'"
      },
      "openai-shared-types": {
        "unknown-format": "type: 'json_object'",
        "unnamed-schema": "name: string",
        "function-parameters": "JSON Schema object"
      }
    },
    unverified: words(
      "unknown-model malformed-json field-type unknown-field both-token-limits token-limit top-p-range n-range functions-and-tools no-tools strict-function unknown-choice-name parallel-without-tools strict-schema empty-messages message-shape missing-content empty-content unknown-part misplaced-part image-data empty-file orphan-tool-message unanswered-tool-call duplicate-tool-message duplicate-call-id call-shape no-calls"
    )
  },
  "DeepSeek, `POST /v1/chat/completions`": {
    from: {
      "deepseek-chat": ["thinking-type"],
      "ruby-llm-recordings": ["wrong-key"],
      "rig-recordings": words("forced-choice-thinking image")
    },
    unverified: words(
      "malformed-json unknown-model missing-messages developer-role json-schema json-word missing-reasoning logprobs-thinking max-tokens-range"
    )
  },
  "Kimi, `POST /v1/chat/completions`": {
    from: { "kimi-chat": ["thinking-type"] },
    unverified: words(
      "wrong-key malformed-json unknown-model missing-messages developer-role fixed-sampling temperature-range forced-choice-thinking missing-reasoning image image-url strict-tool max-tokens-range"
    )
  },
  "OpenRouter, `POST /v1/chat/completions`": {
    unverified: words(
      "wrong-key malformed-json unknown-model missing-messages reasoning-twice reasoning-budget reasoning-details max-tokens-range"
    )
  },
  "Qwen, `POST /v1/chat/completions`": {
    unverified: words(
      "wrong-key malformed-json unknown-model missing-messages thinking-unstreamed forced-choice-thinking json-thinking json-schema json-word developer-role image max-tokens-range temperature-range top-p-range"
    )
  },
  "Anthropic, `POST /v1/messages`": {
    from: {
      "dd-trace-recordings": ["wrong-key"],
      "rig-recordings": words("unknown-model input-schema"),
      "claude-sampling": ["sampling-twice"]
    },
    words: {
      "anthropic-types": {
        "small-budget": "1024",
        "budget-over-max-tokens": "less than `max_tokens`",
        "missing-max-tokens": "max_tokens: number",
        "missing-messages": "messages: Array<",
        "missing-model": "model: Model",
        "image-media-type": "'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'",
        "document-media-type": "'application/pdf'",
        "mark-type": "type: 'ephemeral'",
        "mark-order": "'5m' | '1h'",
        "service-tier": "'auto' | 'standard_only'",
        "unknown-thinking": "type: 'disabled'",
        "unsupported-effort": "effort?:",
        "parallel-on-none": "disable_parallel_tool_use",
        "search-uses": "max_uses"
      }
    },
    unverified: words(
      "missing-version malformed-json field-type unknown-field negative-max-tokens too-many-max-tokens blank-stop-sequence thread metadata-field temperature-range top-p-range sampling-unsupported thinking-unsupported missing-budget temperature-with-thinking top-k-with-thinking top-p-with-thinking structured-unsupported format-type open-object-format unknown-tool-type tool-field tool-name duplicate-tool input-schema-branches choice-without-tools unknown-choice unknown-choice-name forced-choice-with-thinking forced-choice-unsupported empty-messages message-shape system-first late-system-unsupported bad-role first-role orphan-tool-result unanswered-tool-use duplicate-tool-use duplicate-tool-result text-before-result prefill-unsupported prefill-with-thinking prefill-with-format prefill-whitespace thinking-not-first thinking-signature redacted-data misplaced-block tool-input system-blocks unknown-block block-field empty-content empty-text blank-text image-base64 image-source image-url too-many-marks"
    )
  },
  "Google, `:generateContent` and `:streamGenerateContent`": {
    from: {
      "gemini-recordings": ["temperature-range"],
      "gemini-tools": words("search-with-functions mixed-tools-unsaid"),
      "gemini-image": words("aspect-ratio image-size image-count")
    },
    words: {
      "google-types": {
        "function-name": "a maximum length of 128",
        "two-parameters": "mutually exclusive with `parameters`"
      }
    },
    unverified: words(
      "missing-key wrong-key wrong-token malformed-json unknown-model unknown-name wrong-type unknown-value counted-twice model-mismatch top-p-range top-k-range penalty-range token-limit candidate-count logprobs-range logprobs-alone too-many-stops budget-and-level unsupported-level thinking-required budget-range mime-type two-schemas schema-without-json schema-shape modality duplicate-category image-config image-candidates image-functions image-form image-modality duplicate-function empty-object array-without-items enum-of-no-strings unknown-required schema-format search-retrieval json-with-functions forced-without-functions allowed-names-mode unknown-allowed-name empty-contents bad-role empty-parts empty-part two-kinds system-part media-type empty-data file-uri call-first user-call unnamed-call orphan-response response-count response-id missing-signature corrupted-signature unknown-cache cache-with-tools"
    )
  },
  "OpenAI and those alike, `POST /v1/embeddings`": {
    words: {
      "openai-embedding-types": {
        "input-too-long": "8192 tokens",
        "too-many-inputs": "any array must be 2048",
        "bad-input": "cannot be an empty string",
        "missing-input": "input: string | Array<",
        "missing-model": "model: (string & {})",
        "bad-encoding": "'float' | 'base64'",
        "dimensions-unsupported": "Only supported in"
      }
    },
    unverified: words("wrong-key malformed-json field-type unknown-model unknown-field dimensions-value")
  },
  "Google, `:embedContent` and `:batchEmbedContents`": {
    unverified: words(
      "malformed-json unknown-model bad-shape empty-batch too-many-requests item-model no-content empty-content title-without-document dimensions-value"
    )
  },
  "Rerank, `POST /v1/rerank`": {
    unverified: words(
      "wrong-key malformed-json unknown-model unknown-field missing-query missing-documents too-many-documents bad-document bad-limit bad-flag"
    )
  },
  "OpenAI, `POST /v1/images/generations` and `/v1/images/edits`": {
    from: { "openai-ends": ["gone-model"] },
    words: {
      "openai-image-types": {
        "too-many-images": "up to 16 images",
        "long-prompt": "The maximum length is 32000",
        "missing-prompt": "prompt: string",
        count: "Must be between 1 and 10",
        background: "'transparent' | 'opaque'",
        moderation: "'low' | 'auto'",
        fidelity: "'high' | 'low'",
        size: "'1024x1024' | '1024x1536' | '1536x1024'",
        "output-format": "'png' | 'jpeg' | 'webp'"
      }
    },
    unverified: words(
      "wrong-key malformed-body missing-model unknown-field field-type unknown-model missing-image unknown-file image-type quality png-alone compression-range compression-of-png stream"
    )
  },
  "Ark, `POST /api/v3/images/generations`": {
    from: {
      seedream: words(
        "image-unsupported missing-image too-many-images size-as-given size-word size-pixels size-ratio guidance-unsupported seed-range guidance-range sequence-unsupported sequence-word sequence-range sequence-total rewrite-mode response-format"
      )
    },
    unverified: words(
      "wrong-key malformed-json missing-model field-type unknown-model missing-prompt image-source stream"
    )
  },
  "DashScope, multimodal generation": {
    from: {
      "qwen-image": words(
        "missing-input one-message role content-shape one-text image-unsupported image-count count size-format size-offered size-range seed-range"
      )
    },
    unverified: words("wrong-key malformed-json missing-model unknown-model field-type image-source")
  },
  "OpenAI, `POST /v1/videos`": {
    words: { "openai-video-types": { seconds: "4, 8, 12", size: "720x1280", "missing-prompt": "prompt: string" } },
    unverified: words(
      "wrong-key malformed-body unknown-field field-type unknown-model long-prompt reference-shape reference-file one-reference reference-type reference-size"
    )
  },
  "OpenAI, `GET /v1/videos/{id}`": { unverified: words("wrong-key unknown-video") },
  "OpenAI, `DELETE /v1/videos/{id}`": { unverified: words("wrong-key unknown-video delete-unfinished") },
  "OpenAI, `GET /v1/videos/{id}/content`": {
    words: { "openai-video-types": { variant: "'video' | 'thumbnail' | 'spritesheet'" } },
    unverified: words("wrong-key unknown-video variant-unmade not-ready expired")
  },
  "OpenAI, `GET /v1/videos`": {
    words: { "openai-video-types": { "list-order": "'asc' | 'desc'" } },
    unverified: words("wrong-key list-limit")
  },
  "Google, `:predictLongRunning`": {
    from: { veo: words("guidance-unsupported last-frame-alone ratio resolution duration short-detail people") },
    unverified: words(
      "missing-key wrong-key wrong-token malformed-json unknown-model instance-count unknown-name unknown-parameter vertex-only wrong-type missing-prompt image-bytes references extension sample-count seed-range resize-mode compression storage"
    )
  },
  "Google, `GET` of an operation": { unverified: words("missing-key wrong-key wrong-token unknown-operation") },
  "Google, download of a video": { unverified: words("missing-key wrong-key wrong-token download-form") },
  "Ark, `POST /api/v3/contents/generations/tasks`": {
    from: {
      seedance: words(
        "content-type one-text image-role frame-count last-frame-alone ratio adaptive-text resolution duration frames seed-range audio-unsupported service-tier"
      )
    },
    unverified: words(
      "wrong-key malformed-json missing-model field-type unknown-model missing-content image-source last-frame-image callback"
    )
  },
  "Ark, `GET` of a task": { unverified: words("wrong-key unknown-task") },
  "Ark, `DELETE` of a task": { unverified: words("wrong-key unknown-task delete-running") },
  "Ark, `GET` of the tasks": { unverified: ["wrong-key"] }
}
