import { encodeError } from "../formats/chat-completions/error.ts"
import type { ImageResponse } from "../core/image/image.ts"
import type { JsonTemplate } from "../core/json/json.ts"
import { outputTokens, promptTokens, type TokenUsage } from "../core/tokens/usage.ts"

type Answered = ImageResponse & { readonly created: number }

/** An answer in the envelope of the endpoint tables: what is not known of an image is an empty text. */
export const enveloped = ({ created, images }: Answered): JsonTemplate => ({
  code: 200,
  msg: "success",
  data: { data: images.map((image) => ({ url: "", b64_json: "", revised_prompt: "", ...known(image) })), created }
})

/** The same as OpenAI's API says it: what is not known is left out. */
export const plain = ({ created, images, chosen, usage }: Answered): JsonTemplate => ({
  created,
  ...chosen,
  data: images.map(known),
  usage: usage === undefined ? undefined : usageOut(usage)
})

/** What is known of an image; of one that failed, why, as an error body says it. */
const known = (image: ImageResponse["images"][number]): { readonly [key: string]: JsonTemplate } => {
  if ("error" in image) return { error: encodeError(image.error).body.object?.["error"] }
  const { url, base64, revisedPrompt } = image
  return {
    ...(url === undefined ? {} : { url }),
    ...(base64 === undefined ? {} : { b64_json: base64 }),
    ...(revisedPrompt === undefined ? {} : { revised_prompt: revisedPrompt })
  }
}

const usageOut = (usage: TokenUsage): JsonTemplate => {
  const input = promptTokens(usage)
  const output = outputTokens(usage)
  if (input === undefined && output === undefined) return undefined
  return {
    input_tokens: input ?? 0,
    output_tokens: output ?? 0,
    total_tokens: (input ?? 0) + (output ?? 0),
    input_tokens_details: detailsOut("input", usage),
    output_tokens_details: detailsOut("output", usage)
  }
}

/** Of which kinds the tokens of a side are, where that is known of both. */
const detailsOut = (side: "input" | "output", { by }: TokenUsage): JsonTemplate => {
  const [text, image] = [by?.get(`${side}.text`), by?.get(`${side}.image`)]
  return text === undefined || image === undefined ? undefined : { text_tokens: text, image_tokens: image }
}
