import { listings } from "../../src/config/known-families.ts"
import { gemini } from "../../src/families/images/gemini.ts"
import { type Known, words } from "./pages.ts"

/** The rows of a table of models, and what they are known from. */
export interface ModelTable {
  readonly title: string
  readonly rows: Readonly<Record<string, unknown>>
  readonly known: Known
}

/** Ids as the types of an SDK have them, in quotes. */
const quoted = (ids: string): Readonly<Record<string, string>> =>
  Object.fromEntries(words(ids).map((id) => [id, `'${id}'`]))

const known: Readonly<Record<string, Known>> = {
  claude: {
    words: {
      "anthropic-types": quoted(
        "claude-sonnet-4-5 claude-haiku-4-5 claude-opus-4-5 claude-opus-4-6 claude-sonnet-4-6 claude-opus-4-7 claude-opus-4-8 claude-sonnet-5 claude-opus-5 claude-haiku-5-5 claude-fable-5 claude-mythos-5 claude-fable-5-1 claude-mythos-5-1 claude-fable-5-2 claude-mythos-5-2 claude-opus-5-5 claude-sonnet-5-5"
      )
    },
    from: {
      "models.dev": words(
        "claude-3-haiku claude-opus-4-0 claude-opus-4-1 claude-sonnet-4-0 claude-opus-4 claude-sonnet-4"
      )
    }
  },
  cohere: {
    from: {
      "cohere-models": words(
        "rerank-v4.0-pro rerank-v4.0-fast rerank-v3.5 rerank-english-v3.0 rerank-multilingual-v3.0"
      )
    }
  },
  deepseek: {
    from: {
      "deepseek-models": words("deepseek-v4-pro deepseek-flash deepseek-v4-flash deepseek-chat deepseek-reasoner")
    }
  },
  gemini: {
    from: {
      "gemini-4": ["gemini-4-argon"],
      "gemini-levels": words("gemini-3.7-flash gemini-3.6-flash"),
      "models.dev": words(
        "gemini-3.8-flash gemini-3.1-pro-preview gemini-3.1-flash-lite gemini-3-flash-preview gemini-3.1-flash-lite-preview"
      )
    },
    words: {
      "google-types": Object.fromEntries(
        words(
          "gemini-2.5-flash gemini-2.5-flash-lite gemini-2.5-pro gemini-3.5-flash gemini-3.5-flash-lite gemini-3-pro-preview"
        ).map((id) => [id, id])
      )
    }
  },
  "gemini, images": {
    words: { "google-types": { "gemini-2.5-flash-image": "gemini-2.5-flash-image" } },
    from: {
      "gemini-image": words("gemini-2.5-flash-image-preview gemini-3-pro-image-preview"),
      "gemini-ends": ["gemini-3-pro-image"]
    }
  },
  "gemini, embeddings": {
    from: { "gemini-embedding": ["gemini-embedding-001"] },
    words: {
      "google-types": {
        "text-embedding-004": "text-embedding-004",
        "embedding-001": "the earlier model (`models/embedding-001`)"
      }
    }
  },
  gptimage: {
    words: {
      "openai-image-types": quoted(
        "gpt-image-1.5 gpt-image-1 gpt-image-1-mini gpt-image-2 gpt-image-2.5-sunburst gpt-image-2.5-flare gpt-image-2.6-sunburst gpt-image-2.6-flare"
      )
    }
  },
  jina: { from: { jina: words("jina-reranker-v2-base-multilingual jina-reranker-m0 jina-colbert-v2") } },
  kimi: {
    from: {
      "kimi-models": words("kimi-k2.6 kimi-k2.5 moonshot-v1-8k moonshot-v1-32k moonshot-v1-128k"),
      "kimi-thinkers": words("kimi-k2-thinking kimi-k2-thinking-turbo"),
      "kimi-k3.1": words("kimi-k3.1-pro kimi-k3.1-pro-highspeed"),
      "kimi-k2.7": words("kimi-k2.7-code kimi-k2.7-code-highspeed"),
      "kimi-visions": ["moonshot-v1-128k-vision-preview"],
      "models.dev": words("kimi-k3 kimi-k2-0905-preview kimi-k2-0711-preview kimi-k2-turbo-preview")
    }
  },
  openai: {
    from: {
      "openai-latest": words("gpt-5.1 gpt-5.2 gpt-5.4"),
      "gpt-probes": ["gpt-5.5"],
      "gpt-functions": words("gpt-5.4-mini gpt-5.4-nano"),
      "gpt-search": words("gpt-4o-search-preview gpt-4o-mini-search-preview"),
      "gpt-5-search": ["gpt-5-search-api"],
      "gpt-5.6": words("gpt-5.6 gpt-5.6-sol gpt-5.6-terra gpt-5.6-luna"),
      "gpt-6": words("gpt-6-sol gpt-6-luna gpt-6.1-terra"),
      "gpt-6-astra": ["gpt-6-astra"],
      "gpt-codex": ["gpt-5.1-codex"],
      "gpt-options": words("gpt-5.2-codex gpt-5.3-codex gpt-5.4-pro"),
      "gpt-efforts": words("gpt-5.1-codex-mini gpt-5.1-codex-max gpt-5.2-pro"),
      "gpt-series": words("o1-pro o3-pro o3-deep-research o4-mini-deep-research")
    },
    words: {
      "openai-shared-types": {
        ...quoted(
          "gpt-4o gpt-4o-mini gpt-4.1 gpt-4.1-mini gpt-4.1-nano o1 o3-mini o3 o4-mini gpt-5 gpt-5-mini gpt-5-nano gpt-5-codex gpt-5-pro gpt-5.5-pro"
        ),
        "chatgpt-4o": "'chatgpt-4o-latest'",
        "gpt-4-turbo": "'gpt-4-turbo'",
        "gpt-3.5-turbo": "'gpt-3.5-turbo'",
        "gpt-5.1-mini": "'gpt-5.1-mini'"
      }
    }
  },
  "openai, embeddings": {
    words: {
      "openai-embedding-types": {
        "text-embedding-3-small": "text-embedding-3",
        "text-embedding-3-large": "text-embedding-3",
        "text-embedding-ada-002": "'text-embedding-ada-002'"
      }
    }
  },
  openrouter: {
    from: {
      "models.dev": words(
        "anthropic/claude-sonnet-4.5 openai/gpt-5.1 google/gemini-2.5-pro deepseek/deepseek-v3.2 moonshotai/kimi-k2-thinking qwen/qwen3-235b-a22b"
      )
    }
  },
  qwen: {
    from: {
      "models.dev": words(
        "qwen-max qwen-plus qwen3.5-plus qwen3.6-plus qwen3.7-plus qwen3.7-max qwen3.7-flash qwen3.8-max qwen3.8-flash qwen-flash qwen3.5-flash qwen-turbo qwen3-coder-plus qwen3-coder-flash qwen3-vl-plus qwen3-omni-flash qwen3-asr-flash qwen3-235b-a22b qwen3-32b qwen3-8b qwq-plus qwen3-max qwen3-vl-flash qwen3-235b-a22b-thinking-2507 qwen3-235b-a22b-instruct-2507"
      )
    }
  },
  "qwen, embeddings": {
    from: {
      "qwen-embeddings": words("text-embedding-v4 text-embedding-v3"),
      "qwen-newest-embeddings": ["qwen3.7-text-embedding"],
      "qwen-old-embeddings": words("text-embedding-v2 text-embedding-v1")
    }
  },
  qwenimage: {
    from: { "qwen-image": words("qwen-image qwen-image-plus qwen-image-max qwen-image-edit qwen-image-edit-plus") }
  },
  seedance: {
    from: { seedance: words("doubao-seedance-1-5-pro-251215 doubao-seedance-1-0-pro-250528 doubao-seedance-1-0-pro") }
  },
  seedream: {
    from: {
      seedream: words(
        "doubao-seedream-4-5-251128 doubao-seedream-4-0-250828 doubao-seedream-3-0-t2i-250415 doubao-seededit-3-0-i2i-250628"
      )
    }
  },
  sora: { words: { "openai-video-types": quoted("sora-2-pro sora-2") } },
  veo: {
    from: {
      veo: words(
        "veo-3.1-generate-preview veo-3.1-fast-generate-preview veo-3.0-generate-preview veo-3.0-fast-generate-001"
      ),
      "veo-vertex-ends": words("veo-3.1-generate-001 veo-3.1-fast-generate-001")
    }
  },
  vertexveo: {
    from: {
      veo: words(
        "veo-3.1-generate-preview veo-3.1-fast-generate-preview veo-3.0-generate-preview veo-3.0-fast-generate-001"
      ),
      "veo-vertex-ends": words("veo-3.1-generate-001 veo-3.1-fast-generate-001")
    }
  }
}

const table = (title: string, catalogue: ReadonlyMap<string, unknown>): readonly ModelTable[] =>
  catalogue.size === 0 ? [] : [{ title, rows: Object.fromEntries(catalogue), known: known[title] ?? {} }]

/** What is known of the models of each family. */
export const modelTables: readonly ModelTable[] = [
  ...listings.flatMap(({ family, catalogue, embedders }) => [
    ...table(family, catalogue),
    ...(embedders === undefined ? [] : table(`${family}, embeddings`, embedders))
  ]),
  ...table("gemini, images", gemini.catalogue)
]
