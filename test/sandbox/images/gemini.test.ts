import type { GenerateContentResponse } from "@google/genai"
import { describe, expect, it } from "vitest"
import { folded, majors, onSocket, partsOf } from "../gemini.ts"
import { dot, seenIn } from "./looking.ts"

const flash = "gemini-2.5-flash-image"
const pro = "gemini-3-pro-image-preview"
const contents = "A red fox"

const imageIn = (response: GenerateContentResponse) =>
  seenIn(
    partsOf(response).find(({ inlineData, thought }) => inlineData !== undefined && thought !== true)?.inlineData?.data
  )

describe.each(majors)("images of Gemini, for major %s of the SDK", (_, at) => {
  const { url } = onSocket()

  it("are a PNG beside a text", async () => {
    const response = await at(url()).generate({ model: flash, contents })
    expect(partsOf(response)).toMatchObject([
      { text: "Here is your image: A red fox" },
      { inlineData: { mimeType: "image/png" } }
    ])
    expect(imageIn(response)).toMatchObject({ width: 1024, height: 1024, arrived: { model: flash } })
    expect(response.usageMetadata).toMatchObject({
      candidatesTokenCount: 1298,
      candidatesTokensDetails: [{ modality: "IMAGE", tokenCount: 1290 }]
    })
  })

  it("are alone where only images are wanted", async () => {
    const response = await at(url()).generate({ model: flash, contents, config: { responseModalities: ["IMAGE"] } })
    expect(partsOf(response)).toHaveLength(1)
    expect(response.usageMetadata?.candidatesTokenCount).toBe(1290)
  })

  it("are none where only text is wanted", async () => {
    const response = await at(url()).generate({ model: flash, contents, config: { responseModalities: ["TEXT"] } })
    expect(response.text).toContain("A red fox")
  })

  it.each([
    [flash, { aspectRatio: "21:9" }, 1536, 672],
    [flash, { aspectRatio: "3:4" }, 864, 1184],
    [pro, { aspectRatio: "16:9" }, 1376, 768],
    [pro, { aspectRatio: "2:3", imageSize: "2K" }, 1696, 2528],
    [pro, { imageSize: "4K" }, 4096, 4096]
  ])("of %s with %j are %i by %i", async (model, imageConfig, width, height) => {
    const response = await at(url()).generate({ model, contents, config: { imageConfig } })
    expect(imageIn(response)).toMatchObject({ width, height, arrived: { generationConfig: { imageConfig } } })
  })

  it("follow the last text of a conversation that holds images", async () => {
    const conversation = [
      { role: "user", parts: [{ text: contents }] },
      { role: "model", parts: [{ inlineData: { mimeType: "image/png", data: dot } }] },
      { role: "user", parts: [{ text: "In snow" }] }
    ]
    const follow = await at(url()).generate({ model: flash, contents: conversation })
    const alone = await at(url()).generate({ model: flash, contents: "In snow" })
    expect(imageIn(follow).colour).toEqual(imageIn(alone).colour)
  })

  it("come after a draft where thoughts are shown, and are signed", async () => {
    const config = { responseModalities: ["IMAGE"], thinkingConfig: { includeThoughts: true } }
    const response = await at(url()).generate({ model: pro, contents, config })
    expect(partsOf(response)).toMatchObject([
      { text: "A first draft.", thought: true },
      { inlineData: { mimeType: "image/png" }, thought: true },
      { inlineData: { mimeType: "image/png" }, thoughtSignature: expect.any(String) }
    ])
  })

  it("come in a stream, too", async () => {
    const chunks = await at(url()).stream({ model: flash, contents })
    expect(folded(chunks)).toMatchObject([{ text: expect.any(String) }, { inlineData: { mimeType: "image/png" } }])
  })

  it("are withheld where the model's id or the prompt says so", async () => {
    const end = async (model: string, prompt: string) => {
      const { candidates, promptFeedback } = await at(url()).generate({ model, contents: prompt })
      return candidates?.[0]?.finishReason ?? promptFeedback?.blockReason
    }
    expect(await end(`${flash}-filtered`, contents)).toBe("IMAGE_SAFETY")
    expect(await end(flash, "[finish NO_IMAGE]")).toBe("NO_IMAGE")
    expect(await end(`${flash}-refuse`, contents)).toBe("SAFETY")
    expect(await end(flash, "[block PROHIBITED_CONTENT]")).toBe("PROHIBITED_CONTENT")
  })

  it.each([
    ["error-429", 429],
    ["error-500", 500],
    ["failed", 500],
    ["overloaded", 503]
  ])("-%s is %i", async (behaviour, status) => {
    await expect(at(url()).generate({ model: `${pro}-${behaviour}`, contents })).rejects.toMatchObject({ status })
  })

  it("are listed among the models", async () => {
    expect(await at(url()).list()).toEqual(expect.arrayContaining([`models/${flash}`, `models/${pro}-slow`]))
  })
})
