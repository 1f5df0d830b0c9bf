import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fromEnvironment } from "../../src/config/environment.ts"
import type { RunningGateway } from "../../src/gateway/gateway.ts"
import { composeGateway } from "../../src/hosts/cli/compose.ts"
import { dotUrl } from "../sandbox/images/looking.ts"

const prompt = "A red fox"
const image = dotUrl
const user = (...parts: readonly object[]) => ({ role: "user", parts })
const contents = (count: number) => ({
  contents: [user({ text: prompt }, ...Array.from({ length: count }, () => ({ image })))]
})

/** What any client may send to any of these models: known or not, meant for another family or not. */
const anyone: readonly object[] = [
  {},
  { n: 2 },
  { n: "2" },
  { response_format: "url" },
  { response_format: "b64_json" },
  { contents: [user({ text: prompt })], prompt: undefined },
  { contents: [user({ text: "A fox" }), user({ text: "A red one" })], prompt: undefined }
]

const ratios = ["1:1", "3:2", "2:3", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"]

const gemini: readonly object[] = [
  ...anyone,
  ...ratios.map((size) => ({ size })),
  ...ratios.map((aspect_ratio) => ({ aspect_ratio, quality: "low" })),
  { size: "1024x1024", n: 10 },
  { size: "1920x1080", quality: "standard", temperature: 2, top_p: 1, max_output_tokens: 32_768 },
  { quality: "hd", mime_type: "image/jpeg", person_generation: "allow_all" },
  { response_modalities: "image-text", temperature: 0, top_p: 0 },
  contents(2),
  contents(5),
  {
    contents: [user({ text: "A fox" }), { role: "model", parts: [{ image }] }, user({ text: "In snow" })],
    prompt: undefined
  }
]

const third = ["1024x1024", "1152x864", "864x1152", "1280x720", "720x1280", "1248x832", "832x1248", "1512x648"]
const twoK = "2048x2048 2304x1728 1728x2304 2560x1440 1440x2560 2496x1664 1664x2496 3024x1296".split(" ")
const fourK = "4096x4096 4704x3520 3520x4704 5504x3040 3040x5504 4992x3328 3328x4992 6240x2656".split(" ")

const ofThird: readonly object[] = [
  ...third.map((size) => ({ size })),
  { seed: 0 },
  { seed: 2_147_483_647, guidance_scale: 1, watermark: true },
  { guidance_scale: 10 },
  { sequential_image_generation: "auto", optimize_prompt_options: { mode: "fast" } }
]

const ofFourth: readonly object[] = [
  ...[...twoK, ...fourK, "2K", "4K"].map((size) => ({ size })),
  { seed: 7, guidance_scale: 2.5 },
  { sequential_image_generation: "auto" },
  { sequential_image_generation: "auto", sequential_image_generation_options: { max_images: 4 }, image },
  { optimize_prompt_options: { mode: "standard" } },
  { image },
  contents(3)
]

const gpt: readonly object[] = [
  ...anyone,
  ...["1024x1024", "1024x1536", "1536x1024"].map((size) => ({ size })),
  ...["low", "medium", "high"].map((quality) => ({ quality, image })),
  ...["low", "medium", "high", "auto"].map((input_fidelity) => ({ input_fidelity, image })),
  { input_fidelity: "high" },
  { images: Array.from({ length: 10 }, () => image), n: 10 },
  { background: "transparent", moderation: "low", output_format: "png", user: "u" }
]

const asked = (...content: readonly object[]) => ({
  input: { messages: [{ role: "user", content }] },
  prompt: undefined
})
const drawn = (parameters: object) => ({ ...asked({ text: prompt }), parameters })
const edited = (count: number, parameters: object = {}) => ({
  ...asked(...Array.from({ length: count }, () => ({ image })), { text: prompt }),
  parameters
})

const rows: Readonly<Record<string, readonly object[]>> = {
  "gemini-2.5-flash-image": gemini,
  "gemini-3-pro-image-preview": [...gemini, ...["1K", "2K", "4K", "3K"].map((image_size) => ({ image_size }))],
  "doubao-seedream-3-0-t2i-250415": [...anyone, ...ofThird],
  "doubao-seededit-3-0-i2i-250628": [...third.map((size) => ({ size })), { seed: 0, guidance_scale: 5.5 }].map(
    (wish) => ({ ...wish, image })
  ),
  "doubao-seedream-4-0-250828": [
    ...anyone,
    ...ofFourth,
    { size: "1K", optimize_prompt_options: { mode: "fast" } },
    { seed: "7", watermark: true }
  ],
  "doubao-seedream-4-5-251128": [...anyone, ...ofFourth],
  "gpt-image-1.5": gpt,
  "gpt-image-1-mini": gpt,
  "qwen-image": [
    ...anyone,
    drawn({ n: 6, negative_prompt: "blur", watermark: false, seed: "5" }),
    ...["1664*928", "1472*1104", "1328*1328", "1104*1472", "928*1664"].map((size) => drawn({ size }))
  ],
  "qwen-image-edit": [edited(1), edited(1, { negative_prompt: "blur", seed: 0 }), edited(1, { prompt_extend: true })],
  "qwen-image-edit-plus": [
    edited(1, { n: 6 }),
    edited(3, { prompt_extend: false, size: "512*2048" }),
    edited(2, { n: "2", watermark: true, seed: 2_147_483_647 })
  ]
}

describe("the sandbox never refuses what a family sends", () => {
  let gateway: RunningGateway | undefined

  beforeAll(async () => {
    const configuration = fromEnvironment({}, "")
    if (configuration.ok) gateway = await composeGateway(configuration.value)
  })

  afterAll(() => gateway?.dispose())

  it.each(Object.entries(rows))("%s", { timeout: 180_000 }, async (model, wishes) => {
    const refusals: string[] = []
    for (const wish of wishes) {
      const body = JSON.stringify({ model, prompt, ...wish })
      const headers = { "content-type": "application/json", authorization: "Bearer sandbox" }
      const request = new Request("http://gateway/v1/images/generations", { method: "POST", headers, body })
      const answer = await gateway?.fetch(request)
      const text = await answer?.text()
      if (answer?.status !== 200) refusals.push(`${JSON.stringify(wish).slice(0, 120)}: ${text ?? "no answer"}`)
    }
    expect(refusals).toEqual([])
  })
})
