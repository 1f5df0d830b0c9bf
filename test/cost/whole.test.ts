import { describe, expect, it } from "vitest"
import { batchEmbedContents, embedContent } from "../../src/endpoints/embed-content.ts"
import { embeddings } from "../../src/endpoints/embeddings.ts"
import { imageEdits, images } from "../../src/endpoints/images.ts"
import { rerank } from "../../src/endpoints/rerank.ts"
import { videoGenerations } from "../../src/endpoints/videos/generations.ts"
import { videos } from "../../src/endpoints/videos/videos.ts"
import { arkVideos } from "../../src/formats/ark-videos.ts"
import { openaiVideos } from "../../src/formats/openai-videos.ts"
import { veo } from "../../src/formats/veo.ts"
import { batchImages, watermarkRemoval } from "../../src/lab/images/endpoints.ts"
import { textToVideo } from "../../src/lab/videos/endpoint.ts"
import type { VideoFormat } from "../../src/core/video/video.ts"
import { JsonText } from "../../src/core/json/json.ts"
import { answerTo, type Doing, type Question, whole } from "./endpoints.ts"
import { list, members } from "./list.ts"
import { tooDear } from "./measure.ts"

const timeout = 60_000

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
    [`embeddings, ${model}: inputs`, embeddings, 512, (size) => ({ model, input: list(size, (at) => `t${at}`) })],
    [`embeddings, ${model}: a text`, embeddings, 40_000, (size) => ({ model, input: escapes.repeat(size) })],
    [
      `embeddings, ${model}: unknown members`,
      embeddings,
      6000,
      (size) => ({ model, input: "x", ...members(size, () => 1) })
    ]
  ]),
  [
    "embeddings: tokens",
    embeddings,
    40_000,
    (size) => ({ model: "text-embedding-3-small", input: list(size, (at) => at) })
  ],
  [
    "embedContent: parts",
    embedContent,
    6000,
    (size) => ({ content: { parts: list(size, (at) => ({ text: `t${at}` })) } }),
    one
  ],
  [
    "batchEmbedContents: requests",
    batchEmbedContents,
    512,
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
      2500,
      (size) => ({ model, query: "q", documents: list(size, (at) => ({ text: `t${at}` })) })
    ],
    [
      `rerank, ${model}: members of a document`,
      rerank,
      6000,
      (size) => ({ model, query: "q", documents: [{ text: "x", ...members(size, () => 1) }] })
    ],
    [
      `rerank, ${model}: a question`,
      rerank,
      40_000,
      (size) => ({ model, query: escapes.repeat(size), documents: ["x"] })
    ]
  ]),
  ...["gpt-image-1", "gemini-2.5-flash-image", "doubao-seedream-4-0-250828", "qwen-image"].flatMap((model): Bodies => [
    [`images, ${model}: a prompt`, images, 40_000, (size) => ({ model, prompt: escapes.repeat(size) })],
    [`images, ${model}: unknown members`, images, 6000, (size) => ({ model, prompt: "x", ...members(size, () => 1) })],
    [`images, ${model}: pictures`, images, 5000, (size) => ({ model, prompt: "x", image: list(size, () => png) })]
  ]),
  ...["veo-3.0-generate-001", "sora-2", "doubao-seedance-1-0-pro-250528"].flatMap((model): Bodies => [
    [`videos, ${model}: a prompt`, videoGenerations, 40_000, (size) => ({ model, prompt: escapes.repeat(size) })],
    [
      `videos, ${model}: unknown members`,
      videoGenerations,
      6000,
      (size) => ({ model, prompt: "x", ...members(size, () => 1) })
    ],
    [`/v1/videos, ${model}: members`, videos, 6000, (size) => ({ model, prompt: "x", ...members(size, () => 1) })]
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
      40_000,
      (size) => ({ ...wanted, model: "gpt-image-1", prompt: escapes.repeat(size) })
    ],
    [
      `lab, ${name}: members`,
      endpoint,
      6000,
      (size) => ({ ...wanted, model: "gpt-image-1", ...members(size, () => 1) })
    ],
    [
      `lab, ${name}: members in one key`,
      endpoint,
      6000,
      (size) => ({ ...wanted, model: "gpt-image-1", ...members(size, () => 1, "batchImageGenerationDTO.k") })
    ],
    [
      `lab, ${name}: options`,
      endpoint,
      6000,
      (size) => ({ ...wanted, model: "gpt-image-1", promptOptions: members(size, () => 1) })
    ]
  ]),
  [
    "lab, textToVideo: members",
    textToVideo(),
    6000,
    (size) => ({ model: "sora-2", prompt: "x", duration: "8", aspect_ratio: "16:9", ...members(size, () => 1) })
  ]
]

describe("a request of an endpoint whose answers are whole costs no more than its size", () => {
  const named = requests.map(([grows, doing, size, body, more = {}]) => [grows, { doing, size, body, more }] as const)
  it.each(named)("%s", { timeout }, async (_, { doing, size, body, more }) => {
    expect(
      await tooDear(
        whole(doing, (of) => JSON.stringify(body(of)), more),
        size
      )
    ).toBeUndefined()
  })

  it("many fields of a form of pictures", { timeout }, async () => {
    const field = (name: string): string => `--line\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nx\r\n`
    const form = (size: number): string =>
      `${field("prompt")}${list(size, (at) => field(`k[${at}]`)).join("")}--line--\r\n`
    const more = { contentType: "multipart/form-data; boundary=line" }
    expect(await tooDear(whole(imageEdits, form, more), 240)).toBeUndefined()
  })
})

const came = { failures: new Map(), now: 1 }
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
  ["openai: vectors", texts("text-embedding-3-small", (size) => size), 500, (size) => vectors(size, 64)],
  ["openai: a vector", texts("text-embedding-3-small", () => 1), 50_000, (size) => vectors(1, size)],
  [
    "gemini: vectors",
    texts("gemini-embedding-001", () => 100),
    1000,
    (size) => ({ embeddings: list(100, () => ({ values: list(size, () => 0.25) })) })
  ],
  ["jina: results", ranked("jina-reranker-v2-base-multilingual"), 2500, results],
  ["cohere: results", ranked("rerank-v3.5"), 2500, results],
  ["gpt-image: pictures", drawn("gpt-image-1"), 5000, (size) => ({ created: 1, data: list(size, () => picture) })],
  [
    "gpt-image: a picture",
    drawn("gpt-image-1"),
    1_000_000,
    (size) => ({ created: 1, data: [{ b64_json: "iVBORw0K".repeat(size / 4) }] })
  ],
  [
    "gemini: pictures",
    drawn("gemini-2.5-flash-image"),
    5000,
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
    5000,
    (size) => ({
      created: 1,
      data: list(size, (at) => (at % 2 === 0 ? picture : { error: { code: "x", message: "Bad" } }))
    })
  ],
  [
    "qwen-image: pictures",
    drawn("qwen-image"),
    5000,
    (size) => ({
      output: {
        choices: [{ message: { role: "assistant", content: list(size, (at) => ({ image: `https://a.test/${at}` })) } }]
      }
    })
  ],
  ["lab: pictures", inLab, 5000, (size) => ({ created: 1, data: list(size, () => picture) })]
]

describe("an answer of an endpoint whose answers are whole costs no more than its size", () => {
  it.each(answers)("%s", { timeout }, async (_, question, size, answer) => {
    expect(await tooDear(answerTo(question, answer), size)).toBeUndefined()
  })
})

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

describe("what a vendor says of a video costs no more than its size", () => {
  it.each(told)("%s", { timeout }, async (_, format, task) => {
    const work = (size: number) => {
      const text = JSON.stringify(task(Math.ceil(size)))
      return () => [format.decodeSubmit(JsonText.source(text)), format.decodeTask(JsonText.source(text))]
    }
    expect(await tooDear(work, 15_000)).toBeUndefined()
  })
})
