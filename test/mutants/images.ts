import type { Mutant } from "./mutant.ts"

/** Defects in the formats of images, and in the sandbox that answers them. */
export const images: readonly Mutant[] = [
  {
    name: "the first of several texts is the prompt",
    file: "core/image.ts",
    find: "const last = turns.findLast(isAsked)\n  return last === undefined",
    replace: "const last = turns.find(isAsked)\n  return last === undefined",
    caughtBy: ["formats/ark-images"]
  },
  {
    name: "what was fetched is fetched again",
    file: "core/image.ts",
    find: " && !bytes.has(source.url)",
    replace: "",
    caughtBy: ["formats/openai-images"]
  },
  {
    name: "a code with dots means nothing",
    file: "core/errors/failure.ts",
    find: 'reasons.get(word) ?? reasons.get(word.slice(0, Math.max(0, word.indexOf("."))))',
    replace: "reasons.get(word)",
    caughtBy: ["formats/ark-images", "formats/dashscope-images"]
  },
  {
    name: "one failed image fails the others",
    file: "formats/ark.ts",
    find: "if (isObject(error)) return { error: failureIn(wording, error) }",
    replace: "",
    caughtBy: ["formats/ark-images"]
  },
  {
    name: "Ark is asked for several images and makes one",
    file: "formats/ark.ts",
    find: "(request.count ?? 1) > 1",
    replace: "(request.count ?? 1) > 9",
    caughtBy: ["formats/ark-images"]
  },
  {
    name: "a watermark that is not wanted is left to the vendor",
    file: "formats/ark.ts",
    find: "watermark: request.watermark,",
    replace: "watermark: request.watermark || undefined,",
    caughtBy: ["formats/ark-images"]
  },
  {
    name: "a seed of zero is no seed",
    file: "formats/dashscope-images.ts",
    find: "seed: request.seed",
    replace: "seed: request.seed || undefined",
    caughtBy: ["formats/dashscope-images"]
  },
  {
    name: "only the first choice has images",
    file: "formats/dashscope-images.ts",
    find: "(choices ?? []).flatMap",
    replace: "(choices ?? []).slice(0, 1).flatMap",
    caughtBy: ["formats/dashscope-images"]
  },
  {
    name: "sides are joined as elsewhere",
    file: "formats/dashscope-images.ts",
    find: "${size.width}*${size.height}",
    replace: "${size.width}x${size.height}",
    caughtBy: ["formats/dashscope-images"]
  },
  {
    name: "several images have the name of one",
    file: "formats/openai-media.ts",
    find: 'images.length > 1 ? "image[]" : "image"',
    replace: '"image"',
    caughtBy: ["formats/openai-images"]
  },
  {
    name: "a text in a form is quoted",
    file: "formats/openai-media.ts",
    find: 'typeof inner === "string" ? inner : json.text',
    replace: "json.text",
    caughtBy: ["formats/openai-images"]
  },
  {
    name: "a draft is taken for the image",
    file: "formats/generate-content/images.ts",
    find: 'media === "image" && thought !== true',
    replace: 'media === "image" || thought === true',
    caughtBy: ["formats/generate-content/images.test.ts"]
  },
  {
    name: "a draft is a picture of an answer in chat completions",
    file: "formats/chat-completions/response-encode.ts",
    find: "!isThought(part) && ",
    replace: "",
    caughtBy: ["formats/crossing/thought-media.test.ts"]
  },
  {
    name: "a draft is a picture of an answer in responses",
    file: "formats/responses/response-parts.ts",
    find: " || isThought(part)",
    replace: "",
    caughtBy: ["formats/crossing/thought-media.test.ts"]
  },
  {
    name: "an answer without an image is no failure",
    file: "formats/generate-content/images.ts",
    find: "if (first === undefined) return [{ error: errorOf(candidate) }]",
    replace: "if (first === undefined) return []",
    caughtBy: ["formats/generate-content/images.test.ts"]
  },
  {
    name: "a text is wanted beside every image",
    file: "formats/generate-content/images.ts",
    find: 'request.text === true ? ["text", "image"] : ["image"]',
    replace: '["text", "image"]',
    caughtBy: ["formats/generate-content/images.test.ts"]
  },
  {
    name: "a PNG's checksum is off",
    file: "sandbox/images/png.ts",
    find: "(crc ^ 0xffffffff) >>> 0",
    replace: "crc >>> 0",
    caughtBy: ["sandbox/images"]
  },
  {
    name: "every image of a call looks the same",
    file: "sandbox/images/picture.ts",
    find: "index === 0 ? prompt : `${prompt}\\n${index}`",
    replace: "prompt",
    caughtBy: ["sandbox/images"]
  },
  {
    name: "a count in parameters wins over the one at the top",
    file: "families/images/qwen-image.ts",
    find: "const wanted = n ?? parameters?.n ?? 1",
    replace: "const wanted = parameters?.n ?? n ?? 1",
    caughtBy: ["rows/images.test.ts"]
  },
  {
    name: "a setting at the top of Qwen Image wins over the one in parameters",
    file: "families/images/qwen-image.ts",
    find: "  ...either,\n  ...messages,\n  response_format: { is: responseFormat },\n  n: { is: count },\n  size: { is: looseSize },\n  input: { is: imageObject(messages) },\n  parameters: { is: imageObject(settings) }",
    replace:
      "  response_format: { is: responseFormat },\n  n: { is: count },\n  size: { is: looseSize },\n  input: { is: imageObject(messages) },\n  parameters: { is: imageObject(settings) },\n  ...messages,\n  ...either",
    caughtBy: ["rows/images.test.ts"]
  },
  {
    name: "who loses to another setting is not told",
    file: "families/images/qwen-image.ts",
    find: "if (top !== undefined && nested !== undefined && top !== nested)",
    replace: "if (top === undefined && nested !== undefined && top !== nested)",
    caughtBy: ["rows/images.test.ts"]
  },
  {
    name: "texts of a made prompt are glued together",
    file: "formats/dashscope-images.ts",
    find: '?? []).join("\\n")',
    replace: '?? []).join("")',
    caughtBy: ["formats/dashscope-images/response.test.ts"]
  },
  {
    name: "of too many images the last ones are given",
    file: "exchange/images/images.ts",
    find: "images.slice(0, wanted)",
    replace: "images.slice(-wanted)",
    caughtBy: ["images/answers.test.ts"]
  }
]
