import { base64Of } from "../../images/base64.ts"
import { pictureOf } from "../../images/picture.ts"
import type { Size } from "../../images/picture.ts"
import { pngOf } from "../../images/png.ts"
import { listAt, member, textAt } from "../../json.ts"
import type { JsonObject } from "../../json.ts"
import { tokensOf } from "../../tokens.ts"
import { blockReason, safetyRatings } from "../finish.ts"
import type { Prompt } from "../prompt.ts"
import { showsThoughts } from "../read.ts"
import { heading } from "../response.ts"
import type { Answer } from "../response.ts"
import { signed } from "../signature.ts"
import { promptUsage } from "../usage.ts"
import type { ImageRules } from "./rules.ts"

/** Reasons that end an answer without an image when the request says so: `[finish NO_IMAGE]`. */
const emptyFinishes: ReadonlySet<string> = new Set([
  "NO_IMAGE",
  "IMAGE_SAFETY",
  "IMAGE_PROHIBITED_CONTENT",
  "IMAGE_RECITATION",
  "IMAGE_OTHER"
])

const usual: Size = { width: 1024, height: 1024 }

const classIn = (body: JsonObject): string => textAt(body, "generationConfig", "imageConfig", "imageSize") ?? ""

const sizeOf = (body: JsonObject, { ratios, classes }: ImageRules): Size => {
  const ratio = textAt(body, "generationConfig", "imageConfig", "aspectRatio") ?? "1:1"
  const { width, height } = ratios.get(ratio) ?? usual
  const times = classes.get(classIn(body))?.times ?? 1
  return { width: width * times, height: height * times }
}

const partOf = async (answer: Answer, size: Size): Promise<JsonObject> => {
  const { generationConfig = {} } = answer.body
  const picture = pictureOf(answer.text, size, { model: answer.model.id, generationConfig })
  return { inlineData: { mimeType: "image/png", data: base64Of(await pngOf(picture)) } }
}

/** What the model writes beside its image; nothing where only images are wanted. */
const textOf = ({ body, text }: Answer): string => {
  const modalities = listAt(body, "generationConfig", "responseModalities")
  return modalities.length > 0 && !modalities.includes("TEXT") ? "" : `Here is your image: ${text.slice(0, 80)}`
}

/** What it draws before, where the client wants to see its thoughts: an image of the smallest class. */
const draftOf = async (answer: Answer, rules: ImageRules): Promise<readonly JsonObject[]> => {
  if (answer.model.rules.generation === 2 || !showsThoughts(answer.body)) return []
  const size = sizeOf({}, rules)
  return [
    { text: "A first draft.", thought: true },
    { ...(await partOf(answer, size)), thought: true }
  ]
}

const usageOf = (prompt: Prompt, text: string, image: number): JsonObject => {
  const spoken = tokensOf(text) + image
  return {
    ...promptUsage(prompt),
    ...(spoken === 0 ? {} : { candidatesTokenCount: spoken }),
    totalTokenCount: prompt.tokens + spoken,
    ...(image === 0 ? {} : { candidatesTokensDetails: [{ modality: "IMAGE", tokenCount: image }] })
  }
}

const emptyFinish = ({ text, model }: Answer): string | undefined => {
  const asked = /\[finish ([A-Z_]+)\]/.exec(text)?.[1] ?? ""
  if (emptyFinishes.has(asked)) return asked
  return model.behaviour === "filtered" ? "IMAGE_SAFETY" : undefined
}

const blocked = (answer: Answer, blockReason: string): JsonObject => ({
  promptFeedback: { blockReason, safetyRatings: safetyRatings(true) },
  usageMetadata: promptUsage(answer.prompt),
  ...heading(answer)
})

const without = (answer: Answer, finishReason: string): JsonObject => ({
  candidates: [{ finishReason, finishMessage: "The model made no image.", index: 0 }],
  usageMetadata: usageOf(answer.prompt, "", 0),
  ...heading(answer)
})

/** A whole response with an image. */
export const drawnOf = async (answer: Answer, rules: ImageRules): Promise<JsonObject> => {
  const { body, model, prompt, plans } = answer
  const block = blockReason(answer.text, plans)
  if (block !== undefined) return blocked(answer, block)
  const empty = emptyFinish(answer)
  if (empty !== undefined) return without(answer, empty)
  const text = textOf(answer)
  const image = await partOf(answer, sizeOf(body, rules))
  const parts = [
    ...(await draftOf(answer, rules)),
    ...(text === "" ? [] : [{ text }]),
    model.rules.generation === 2 ? image : signed(image, model.base, answer.text)
  ]
  const tokens = rules.classes.get(classIn(body))?.tokens ?? rules.tokens
  return {
    candidates: [{ content: { parts, role: "model" }, finishReason: "STOP", index: 0 }],
    usageMetadata: usageOf(prompt, text, tokens),
    ...heading(answer)
  }
}

/** Whether an answer to this request is to hold an image: from a model that draws, unless only text is wanted. */
export const draws = (body: JsonObject, rules: ImageRules | undefined): rules is ImageRules => {
  const modalities = member(body, "generationConfig", "responseModalities")
  return (
    rules !== undefined &&
    (modalities === undefined || listAt(body, "generationConfig", "responseModalities").includes("IMAGE"))
  )
}
