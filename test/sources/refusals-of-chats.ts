import { type Known, words } from "./pages.ts"
import { geminiKnown } from "./refusals-of-gemini.ts"

/** What each refusal of a chat in the sandbox is known from, by the title of its table. */
export const chatsKnown: Readonly<Record<string, Known>> = {
  "OpenAI, `POST /v1/responses`": {
    from: {
      "dd-trace-recordings": ["wrong-key"],
      "responses-unknown-member": ["unknown-field"],
      "responses-model-missing": ["missing-model"],
      measurements: words("missing-input empty-input"),
      "responses-no-model": ["unknown-model"],
      "responses-few-tokens": ["few-tokens"],
      "responses-sampling": ["sampling-on-reasoning"],
      "responses-tool-name": ["unnamed-tool"],
      "responses-previous": ["unknown-previous"],
      "responses-item": ["unknown-item"],
      "responses-id": ["id-prefix"],
      "responses-call-id": ["long-call-id"],
      "responses-status": ["thought-status"],
      "responses-sealed": ["foreign-thought"],
      "responses-lonely": ["lonely-thought"],
      "responses-seal": ["seal-missing"],
      "responses-lost": ["lost-thought"],
      "responses-unanswered": ["unanswered-call"],
      "responses-orphan": ["orphan-output"],
      "gpt-parse": ["malformed-json"],
      "gpt-type": ["field-type"],
      "gpt-probes": ["unsupported-effort"],
      "responses-no-tool": ["unknown-choice-name"],
      "responses-no-effort": ["effort-missing"],
      "responses-parameters": ["function-parameters"],
      "responses-thought": ["thought-missing"]
    },
    words: {
      "openai-responses-types": {
        "unnamed-schema": "name: string",
        "tool-type": "type: 'namespace'",
        "unknown-part": "type: 'input_text'"
      }
    }
  },
  "OpenAI, `POST /v1/chat/completions`": {
    from: {
      "openai-reference": words("n-range top-p-range"),
      "gpt-parse": ["malformed-json"],
      "gpt-type": ["field-type"],
      "gpt-no-tools": ["no-tools"],
      "gpt-no-content": ["missing-content"],
      "gpt-part": ["unknown-part"],
      "openai-no-model": ["unknown-model"],
      measurements: ["unknown-field"],
      "gpt-functions-and-tools": ["functions-and-tools"],
      "gpt-two-limits": ["both-token-limits"],
      "gpt-limit": ["token-limit"],
      "gpt-parallel": ["parallel-without-tools"],
      "gpt-no-messages": ["empty-messages"],
      "gpt-no-calls": ["no-calls"],
      "gpt-orphan": ["orphan-tool-message"],
      "gpt-unanswered": ["unanswered-tool-call"],
      "gpt-strict-schema": ["strict-schema"],
      "gpt-strict-function": ["strict-function"],
      "gpt-parameters": ["function-parameters"],
      "dd-trace-recordings": ["wrong-key"],
      "openai-latest": ["sampling-on-reasoning"],
      "gpt-probes": ["unsupported-effort"],
      "gpt-functions": ["functions-with-effort"],
      "gpt-json": ["json-unsaid"],
      "gpt-search": ["search-options"],
      "gpt-search-sampling": ["search-sampling"],
      "gpt-stop": ["stop-on-reasoning"],
      "gpt-tool-twice": ["duplicate-tool-message"],
      "gpt-image-role": ["misplaced-part"],
      "gpt-file": ["empty-file"]
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
        "unnamed-function-message": "role: 'function'",
        "image-data": "Either a URL of the image or the base64 encoded image data",
        "call-shape": "arguments: string",
        "message-shape": "messages: Array<ChatCompletionMessageParam>"
      },
      "openai-shared-types": {
        "unknown-format": "type: 'json_object'",
        "unnamed-schema": "name: string"
      }
    },
    unverified: words("unknown-choice-name duplicate-call-id")
  },
  "DeepSeek, `POST /v1/chat/completions`": {
    from: {
      "deepseek-no-model": ["unknown-model"],
      "deepseek-developer": ["developer-role"],
      "deepseek-parse": ["malformed-json"],
      "deepseek-tool": ["tool-type"],
      "deepseek-list": ["content-list"],
      "deepseek-schema": ["json-schema"],
      "deepseek-json": ["json-word"],
      "deepseek-reasoning": ["missing-reasoning"],
      "deepseek-limit": ["max-tokens-range"],
      "deepseek-chat": ["thinking-type"],
      "deepseek-reasoner": ["logprobs-thinking"],
      "ruby-llm-recordings": ["wrong-key"],
      "rig-recordings": words("forced-choice-thinking image"),
      "deepseek-no-messages": ["missing-messages"]
    }
  },
  "Kimi, `POST /v1/chat/completions`": {
    from: {
      "kimi-image-url": ["image-url"],
      "kimi-no-model": ["unknown-model"],
      "kimi-sampling": ["fixed-sampling"],
      "kimi-choice": ["forced-choice-thinking"],
      "kimi-reasoning": ["missing-reasoning"],
      "kimi-chat": ["thinking-type"],
      "kimi-key": ["wrong-key"],
      "kimi-errors": words("malformed-json missing-messages"),
      "kimi-developer": ["developer-role"],
      "kimi-temperature": ["temperature-range"],
      "kimi-limit": ["max-tokens-range"]
    },
    unverified: words("image strict-tool")
  },
  "OpenRouter, `POST /v1/chat/completions`": {
    from: {
      "openrouter-key": ["wrong-key"],
      "openrouter-no-model": ["unknown-model"],
      "openrouter-no-messages": ["missing-messages"],
      "openrouter-reasoning": ["reasoning-twice"],
      "openrouter-thoughts": words("reasoning-budget reasoning-details"),
      "openrouter-limit": ["max-tokens-range"]
    },
    unverified: ["malformed-json"]
  },
  "Qwen, `POST /v1/chat/completions`": {
    from: {
      "qwen-errors": words(
        "thinking-unstreamed max-tokens-range top-p-range malformed-json missing-messages unknown-model"
      ),
      "qwen-choice": ["forced-choice-thinking"],
      "qwen-json-thinking": ["json-thinking"],
      "qwen-json": ["json-word"],
      "qwen-developer": ["developer-role"],
      "qwen-temperature": ["temperature-range"],
      "qwen-image-part": ["image"],
      "dashscope-errors": ["wrong-key"]
    },
    unverified: ["json-schema"]
  },
  "Anthropic, `POST /v1/messages`": {
    from: {
      "claude-system": ["system-first"],
      "claude-late-system": ["late-system-unsupported"],
      "claude-open-object": ["open-object-format"],
      "claude-bounded-answer": ["bounded-format"],
      "claude-bounded-tool": ["bounded-strict-tool"],
      "claude-open-tool": ["open-strict-tool"],
      "claude-thought-prefill": ["prefill-with-thinking"],
      "claude-sampling-gone": ["sampling-unsupported"],
      "claude-parse": ["malformed-json"],
      "claude-type": ["field-type"],
      "claude-member": ["unknown-field"],
      "claude-stop": ["blank-stop-sequence"],
      "claude-role": ["bad-role"],
      "claude-range": ["temperature-range"],
      "claude-no-messages": ["empty-messages"],
      "claude-errors": words("thinking-unsupported forced-choice-unsupported prefill-unsupported"),
      "claude-empty-message": ["empty-content"],
      "claude-call-twice": ["duplicate-tool-use"],
      "claude-version": ["missing-version"],
      "claude-input": ["tool-input"],
      "claude-first": ["first-role"],
      "claude-empty-text": ["empty-text"],
      "claude-blank-text": ["blank-text"],
      "claude-orphan": ["orphan-tool-result"],
      "claude-unanswered": ["unanswered-tool-use"],
      "claude-choice": ["forced-choice-with-thinking"],
      "claude-top-k": ["top-k-with-thinking"],
      "claude-temperature": ["temperature-with-thinking"],
      "claude-top-p": ["top-p-with-thinking"],
      "claude-top-p-range": ["top-p-range"],
      "claude-thinking-first": ["thinking-not-first"],
      "claude-thinking-last": ["thinking-last"],
      "claude-marks": ["too-many-marks"],
      "claude-block-member": ["block-field"],
      "claude-prefill-space": ["prefill-whitespace"],
      "claude-branches": ["input-schema-branches"],
      "claude-tool-twice": ["duplicate-tool"],
      "claude-tool-name": ["tool-name"],
      "dd-trace-recordings": ["wrong-key"],
      "rig-recordings": words("unknown-model input-schema"),
      "claude-sampling": ["sampling-twice"],
      "claude-user-id": ["user-id-long"],
      "claude-result-twice": ["duplicate-tool-result"],
      "claude-choice-name": ["unknown-choice-name"],
      "claude-base64": ["image-base64"],
      "claude-redacted": ["redacted-data"],
      "claude-misplaced": ["misplaced-block"],
      "claude-no-format": ["structured-unsupported"],
      "claude-results": ["text-before-result"],
      "claude-formats": ["prefill-with-format"],
      "claude-tool-type": ["unknown-tool-type"],
      "claude-tool-member": ["tool-field"],
      "claude-choice-alone": ["choice-without-tools"],
      measurements: ["negative-max-tokens"]
    },
    words: {
      "anthropic-types": {
        "message-shape": "must be an object with a `role` and `content`",
        "thinking-signature": "modified block results in a 400 `invalid_request_error`",
        thread: "'thread_unsupported_request'",
        "format-type": "type: 'json_schema'",
        "missing-budget": "budget_tokens: number",
        "unknown-choice": "ToolChoiceAuto | ToolChoiceAny | ToolChoiceTool | ToolChoiceNone",
        "metadata-field": "user_id?: string | null",
        "too-many-max-tokens": "Different models have different maximum values",
        "image-source": "source: Base64ImageSource | URLImageSource",
        "unknown-block": "ContentBlockParam = TextBlockParam",
        "system-blocks": "system?: string | Array<TextBlockParam>",
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
    unverified: ["image-url"]
  },
  "Google, `:generateContent` and `:streamGenerateContent`": geminiKnown
}
