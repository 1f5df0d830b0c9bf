import { type Known, words } from "./pages.ts"
import { chatsKnown } from "./refusals-of-chats.ts"

/** Who may call Google's API is looked at before what is called, and is the same of every method. */
const calledBy = {
  "gemini-no-key": ["missing-key"],
  "gemini-wrong-key": ["wrong-key"],
  "gemini-token": ["wrong-token"]
} as const

/** What each refusal of the sandbox is known from, by the title of its table; what nobody has checked is so called. */
export const refusalsKnown: Readonly<Record<string, Known>> = {
  ...chatsKnown,
  "OpenAI and those alike, `POST /v1/embeddings`": {
    from: { "openai-key": ["wrong-key"], "gpt-parse": ["malformed-json"], "openai-no-model": ["unknown-model"] },
    words: {
      "openai-embedding-types": {
        "input-too-long": "8192 tokens",
        "too-many-inputs": "any array must be 2048",
        "bad-input": "cannot be an empty string",
        "missing-input": "input: string | Array<",
        "missing-model": "model: (string & {})",
        "bad-encoding": "'float' | 'base64'",
        "dimensions-unsupported": "Only supported in",
        "field-type": "dimensions?: number"
      }
    },
    unverified: words("unknown-field dimensions-value")
  },
  "Google, `:embedContent` and `:batchEmbedContents`": {
    from: {
      "gemini-service": words("no-content empty-batch item-model"),
      "gemini-no-embedder": ["unknown-model"],
      "google-parse": ["malformed-json"],
      "gemini-unknown-member": ["bad-shape"],
      "gemini-batch": ["too-many-requests"],
      "gemini-empty-input": ["empty-content"],
      "gemini-embedding": ["dimensions-value"]
    },
    words: { "google-types": { "title-without-document": "Only applicable when TaskType is" } }
  },
  "Rerank, `POST /v1/rerank`": {
    from: {
      cohere: ["too-many-documents"],
      "cohere-errors": words("wrong-key malformed-json unknown-model missing-query missing-documents"),
      "cohere-member": ["unknown-field"]
    },
    unverified: words("bad-document bad-limit bad-flag")
  },
  "OpenAI, `POST /v1/images/generations` and `/v1/images/edits`": {
    from: {
      "openai-key": ["wrong-key"],
      "gpt-parse": ["malformed-body"],
      "gpt-image-member": words("unknown-field unknown-file"),
      "gpt-image-form": ["field-type"],
      "gpt-image-type": ["image-type"],
      "gpt-image-fidelity": ["no-fidelity"],
      measurements: words("missing-model unknown-model")
    },
    words: {
      "openai-image-types": {
        quality: "quality?: 'low' | 'medium' | 'high'",
        "compression-range": "The compression level (0-100%)",
        "compression-of-png": "compression level (0-100%) for the generated images. This parameter is only supported",
        "missing-image": "image: Uploadable | Array<Uploadable>",
        "too-many-images": "up to 16 images",
        "long-prompt": "The maximum length is 32000",
        "missing-prompt": "prompt: string",
        count: "Must be between 1 and 10",
        background: "'transparent' | 'opaque'",
        moderation: "'low' | 'auto'",
        fidelity: "'high' | 'low'",
        size: "'1024x1024' | '1024x1536' | '1536x1024'",
        "output-format": "'png' | 'webp' | 'jpeg'"
      }
    },
    own: words("png-alone stream")
  },
  "Ark, `POST /api/v3/images/generations`": {
    from: {
      "ark-errors": words("wrong-key missing-model field-type unknown-model missing-prompt image-source"),
      seedream: words(
        "image-unsupported missing-image too-many-images size-as-given size-word size-pixels size-ratio guidance-unsupported seed-range guidance-range sequence-unsupported sequence-word sequence-range sequence-total rewrite-mode response-format"
      )
    },
    unverified: ["malformed-json"],
    own: ["stream"]
  },
  "DashScope, multimodal generation": {
    from: {
      "dashscope-errors": words("wrong-key unknown-model field-type malformed-json missing-model image-source"),
      "qwen-image": words(
        "missing-input one-message role content-shape one-text image-unsupported image-count count size-format size-offered size-range seed-range"
      )
    }
  },
  "OpenAI, `POST /v1/videos`": {
    from: {
      "openai-key": ["wrong-key"],
      "sora-reference": words("one-reference reference-type"),
      "sora-reference-size": ["reference-size"],
      "sora-type": ["field-type"],
      "sora-create": words("long-prompt reference-shape unknown-model"),
      "gpt-parse": ["malformed-body"]
    },
    words: { "openai-video-types": { seconds: "4, 8, 12", size: "720x1280", "missing-prompt": "prompt: string" } },
    unverified: ["unknown-field"],
    own: ["reference-file"]
  },
  "OpenAI, `GET /v1/videos/{id}`": { from: { "openai-key": ["wrong-key"] }, unverified: ["unknown-video"] },
  "OpenAI, `DELETE /v1/videos/{id}`": {
    from: { "openai-key": ["wrong-key"] },
    words: { "openai-video-types": { "delete-unfinished": "Permanently delete a completed or failed video" } },
    unverified: ["unknown-video"]
  },
  "OpenAI, `GET /v1/videos/{id}/content`": {
    from: { "openai-key": ["wrong-key"] },
    words: {
      "openai-video-types": {
        variant: "'video' | 'thumbnail' | 'spritesheet'",
        expired: "when the downloadable assets expire"
      }
    },
    unverified: words("unknown-video not-ready"),
    own: ["variant-unmade"]
  },
  "OpenAI, `GET /v1/videos`": {
    from: { "openai-key": ["wrong-key"], "sora-list": ["list-limit"] },
    words: { "openai-video-types": { "list-order": "'asc' | 'desc'" } }
  },
  "Google, `:predictLongRunning`": {
    from: {
      ...calledBy,
      "google-parse": ["malformed-json"],
      "veo-no-model": ["unknown-model"],
      "veo-member": words("unknown-name unknown-parameter"),
      "veo-vertex": words("sample-count seed-range resize-mode compression missing-prompt"),
      veo: words("guidance-unsupported last-frame-alone ratio resolution duration short-detail people")
    },
    words: {
      "google-types": {
        references: "The image, video, or last_frame field are not supported.",
        "wrong-type": "durationSeconds?: number",
        "image-bytes": "Encoded as base64 string"
      }
    },
    unverified: words("instance-count vertex-only"),
    own: words("extension storage")
  },
  "Google, `GET` of an operation": { from: calledBy, unverified: ["unknown-operation"] },
  "Google, download of a video": { from: calledBy, unverified: ["download-form"] },
  "Ark, `POST /api/v3/contents/generations/tasks`": {
    from: {
      "ark-errors": words("wrong-key missing-model field-type unknown-model missing-content image-source"),
      seedance: words(
        "content-type one-text image-role frame-count last-frame-alone ratio adaptive-text resolution duration frames seed-range audio-unsupported service-tier"
      )
    },
    unverified: ["malformed-json"],
    own: words("last-frame-image callback")
  },
  "Ark, `GET` of a task": {
    from: {
      "ark-errors": ["wrong-key"]
    },
    unverified: ["unknown-task"]
  },
  "Ark, `DELETE` of a task": {
    from: {
      "ark-errors": ["wrong-key"]
    },
    unverified: words("unknown-task delete-running")
  },
  "Ark, `GET` of the tasks": {
    from: {
      "ark-errors": ["wrong-key"]
    }
  }
}
