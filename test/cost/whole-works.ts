import { batchEmbedContents, embedContent, embeddings } from "../../src/endpoints/embeddings.ts"
import { imageEdits, images } from "../../src/endpoints/images.ts"
import { rerank } from "../../src/endpoints/rerank.ts"
import { videoGenerations } from "../../src/endpoints/videos/generations.ts"
import { videos } from "../../src/endpoints/videos/videos.ts"
import { arkVideos } from "../../src/formats/ark.ts"
import { openaiVideos } from "../../src/formats/openai-media.ts"
import { veo } from "../../src/formats/veo.ts"
import { batchImages, watermarkRemoval } from "../../src/lab/images/endpoints.ts"
import { textToVideo } from "../../src/lab/videos.ts"
import type { VideoFormat } from "../../src/core/video.ts"
import { JsonText } from "../../src/core/json/json.ts"
import { answerTo, type Doing, type Question, whole } from "./endpoints.ts"
import { list, members } from "./list.ts"
import type { SizedWork, Work, Works } from "./measure.ts"

const escapes = '"\\\n\u0001é😀'
const png = "data:image/png;base64,iVBORw0KGgo="
const one = { model: "gemini-embedding-001", verb: "one", headers: {} }
const many = { model: "gemini-embedding-001", verb: "batch", headers: {} }
const wanted = { prompt: "x", n: 1, size: "1024x1024", temperature: 1, watermark: false }

/** Bodies of requests by what grows in them, of the size at which they are looked at first. */
type Bodies = readonly (readonly [
  grows: string,
  doing: Doing,
  size: number,
  body: (size: number) => object,
  more?: object
])[]

const requests: Bodies = [
  ...["text-embedding-3-small", "gemini-embedding-001"].flatMap((model): Bodies => [
    [`embeddings, ${model}: inputs`, embeddings, 120, (size) => ({ model, input: list(size, (at) => `t${at}`) })],
    [`embeddings, ${model}: a text`, embeddings, 4000, (size) => ({ model, input: escapes.repeat(size) })],
    [
      `embeddings, ${model}: unknown members`,
      embeddings,
      600,
      (size) => ({ model, input: "x", ...members(size, () => 1) })
    ]
  ]),
  [
    "embeddings: tokens",
    embeddings,
    4000,
    (size) => ({ model: "text-embedding-3-small", input: list(size, (at) => at) })
  ],
  [
    "embedContent: parts",
    embedContent,
    600,
    (size) => ({ content: { parts: list(size, (at) => ({ text: `t${at}` })) } }),
    one
  ],
  [
    "batchEmbedContents: requests",
    batchEmbedContents,
    120,
    (size) => ({
      requests: list(size, (at) => ({
        model: "models/gemini-embedding-001",
        content: { parts: [{ text: `t${at}` }] }
      }))
    }),
    many
  ],
  ...["jina-reranker-v2-base-multilingual", "rerank-v3.5"].flatMap((model): Bodies => [
    [
      `rerank, ${model}: documents`,
      rerank,
      300,
      (size) => ({ model, query: "q", documents: list(size, (at) => ({ text: `t${at}` })) })
    ],
    [
      `rerank, ${model}: members of a document`,
      rerank,
      600,
      (size) => ({ model, query: "q", documents: [{ text: "x", ...members(size, () => 1) }] })
    ],
    [`rerank, ${model}: a question`, rerank, 4000, (size) => ({ model, query: escapes.repeat(size), documents: ["x"] })]
  ]),
  ...["gpt-image-1", "gemini-2.5-flash-image", "doubao-seedream-4-0-250828", "qwen-image"].flatMap((model): Bodies => [
    [`images, ${model}: a prompt`, images, 4000, (size) => ({ model, prompt: escapes.repeat(size) })],
    [`images, ${model}: unknown members`, images, 600, (size) => ({ model, prompt: "x", ...members(size, () => 1) })],
    [`images, ${model}: pictures`, images, 600, (size) => ({ model, prompt: "x", image: list(size, () => png) })]
  ]),
  ...["veo-3.0-generate-001", "sora-2", "doubao-seedance-1-0-pro-250528"].flatMap((model): Bodies => [
    [`videos, ${model}: a prompt`, videoGenerations, 4000, (size) => ({ model, prompt: escapes.repeat(size) })],
    [
      `videos, ${model}: unknown members`,
      videoGenerations,
      600,
      (size) => ({ model, prompt: "x", ...members(size, () => 1) })
    ],
    [`/v1/videos, ${model}: members`, videos, 600, (size) => ({ model, prompt: "x", ...members(size, () => 1) })]
  ]),
  ...(
    [
      ["batchImages", batchImages()],
      ["watermarkRemoval", watermarkRemoval()]
    ] as const
  ).flatMap(([name, endpoint]): Bodies => [
    [
      `lab, ${name}: a prompt`,
      endpoint,
      4000,
      (size) => ({ ...wanted, model: "gpt-image-1", prompt: escapes.repeat(size) })
    ],
    [
      `lab, ${name}: members`,
      endpoint,
      600,
      (size) => ({ ...wanted, model: "gpt-image-1", ...members(size, () => 1) })
    ],
    [
      `lab, ${name}: members in one key`,
      endpoint,
      600,
      (size) => ({ ...wanted, model: "gpt-image-1", ...members(size, () => 1, "batchImageGenerationDTO.k") })
    ],
    [
      `lab, ${name}: options`,
      endpoint,
      600,
      (size) => ({ ...wanted, model: "gpt-image-1", promptOptions: members(size, () => 1) })
    ]
  ]),
  [
    "lab, textToVideo: members",
    textToVideo(),
    600,
    (size) => ({ model: "sora-2", prompt: "x", duration: "8", aspect_ratio: "16:9", ...members(size, () => 1) })
  ]
]

const field = (name: string): string => `--line\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nx\r\n`
const form = (size: number): string => `${field("prompt")}${list(size, (at) => field(`k[${at}]`)).join("")}--line--\r\n`
const asForm = { contentType: "multipart/form-data; boundary=line" }

const came = { now: 1 }
const texts = (model: string, count: (size: number) => number): Question => ({
  doing: embeddings,
  model,
  body: (size) => ({ input: list(count(size), (at) => `t${at}`) })
})
const ranked = (model: string): Question => ({
  doing: rerank,
  model,
  body: (size) => ({ query: "q", documents: list(size, (at) => `t${at}`), return_documents: true })
})
const drawn = (model: string): Question => ({
  doing: images,
  model,
  body: () => ({ prompt: "x" }),
  about: { shape: "vendor", headers: {} },
  came
})
const inLab: Question = { doing: batchImages(), model: "gpt-image-1", body: () => wanted, came }

const vectors = (count: number, length: number): object => ({
  object: "list",
  model: "m",
  data: list(count, (index) => ({ object: "embedding", index, embedding: list(length, () => 0.25) })),
  usage: { prompt_tokens: 1, total_tokens: 1 }
})
const results = (size: number): object => ({
  results: list(size, (at) => ({ index: size - 1 - at, relevance_score: at / size, document: { text: "t" } })),
  usage: { total_tokens: 1 },
  meta: { billed_units: { search_units: 1 } }
})
const picture = { b64_json: "iVBORw0KGgo=" }

/** Answers by what grows in them. */
const answers: readonly (readonly [
  grows: string,
  question: Question,
  size: number,
  answer: (size: number) => object
])[] = [
  ["openai: vectors", texts("text-embedding-3-small", (size) => size), 60, (size) => vectors(size, 64)],
  ["openai: a vector", texts("text-embedding-3-small", () => 1), 5000, (size) => vectors(1, size)],
  [
    "gemini: vectors",
    texts("gemini-embedding-001", () => 100),
    1000,
    (size) => ({ embeddings: list(100, () => ({ values: list(size, () => 0.25) })) })
  ],
  ["jina: results", ranked("jina-reranker-v2-base-multilingual"), 300, results],
  ["cohere: results", ranked("rerank-v3.5"), 300, results],
  ["gpt-image: pictures", drawn("gpt-image-1"), 600, (size) => ({ created: 1, data: list(size, () => picture) })],
  [
    "gpt-image: a picture",
    drawn("gpt-image-1"),
    10_000,
    (size) => ({ created: 1, data: [{ b64_json: "iVBORw0K".repeat(size / 4) }] })
  ],
  [
    "gemini: pictures",
    drawn("gemini-2.5-flash-image"),
    600,
    (size) => ({
      candidates: [
        {
          content: {
            role: "model",
            parts: list(size, () => ({ inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } }))
          },
          finishReason: "STOP"
        }
      ]
    })
  ],
  [
    "seedream: pictures and errors",
    drawn("doubao-seedream-4-0-250828"),
    600,
    (size) => ({
      created: 1,
      data: list(size, (at) => (at % 2 === 0 ? picture : { error: { code: "x", message: "Bad" } }))
    })
  ],
  [
    "qwen-image: pictures",
    drawn("qwen-image"),
    600,
    (size) => ({
      output: {
        choices: [{ message: { role: "assistant", content: list(size, (at) => ({ image: `https://a.test/${at}` })) } }]
      }
    })
  ],
  ["lab: pictures", inLab, 600, (size) => ({ created: 1, data: list(size, () => picture) })]
]

const told: readonly (readonly [grows: string, format: VideoFormat, task: (size: number) => object])[] = [
  [
    "veo: videos",
    veo,
    (size) => ({
      done: true,
      response: {
        generateVideoResponse: { generatedSamples: list(size, (at) => ({ video: { uri: `https://a.test/${at}` } })) }
      }
    })
  ],
  ["veo: members", veo, (size) => ({ done: false, metadata: members(size, () => 1) })],
  ["veo: why it failed", veo, (size) => ({ done: true, error: { code: 3, message: escapes.repeat(size) } })],
  ["sora: members", openaiVideos, (size) => ({ id: "v", status: "queued", ...members(size, () => 1) })],
  [
    "sora: why it failed",
    openaiVideos,
    (size) => ({ id: "v", status: "failed", error: { code: "x", message: escapes.repeat(size) } })
  ],
  ["seedance: members", arkVideos, (size) => ({ id: "v", status: "running", ...members(size, () => 1) })],
  [
    "seedance: a link",
    arkVideos,
    (size) => ({ id: "v", status: "succeeded", content: { video_url: `https://a.test/${"a".repeat(size)}` } })
  ]
]

const telling =
  (format: VideoFormat, task: (size: number) => object): Work =>
  (size) => {
    const text = JSON.stringify(task(Math.ceil(size)))
    return () => [format.decodeSubmit(JsonText.source(text)), format.decodeTask(JsonText.source(text))]
  }

/** Requests and answers of endpoints whose answers are whole, and what vendors say of videos. */
export const works: Works = Object.fromEntries<SizedWork>([
  ...requests.map(([grows, doing, size, body, more = {}]): [string, SizedWork] => [
    `a request, ${grows}`,
    [size, whole(doing, (of) => JSON.stringify(body(of)), more)]
  ]),
  ["a request, imageEdits: fields of a form", [100, whole(imageEdits, form, asForm)]],
  ...answers.map(([grows, question, size, answer]): [string, SizedWork] => [
    `an answer, ${grows}`,
    [size, answerTo(question, answer)]
  ]),
  ...told.map(([grows, format, task]): [string, SizedWork] => [`a video, ${grows}`, [1000, telling(format, task)]])
])
