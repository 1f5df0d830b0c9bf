import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { countTokens } from "../../src/endpoints/messages.ts"
import { embedContent } from "../../src/endpoints/embeddings.ts"
import { generateContent } from "../../src/endpoints/generate-content.ts"
import { images } from "../../src/endpoints/images.ts"
import { rerank } from "../../src/endpoints/rerank.ts"
import { videoGenerations } from "../../src/endpoints/videos/generations.ts"
import { wireNames } from "../../src/core/format.ts"
import { chat, prepared, whole } from "./endpoints.ts"
import { list } from "./list.ts"
import { edited, form, named } from "./forms.ts"
import type { SizedWork, Work, Works } from "./measure.ts"

// What once froze a process with one small request, each as it was sent then.

const encoder = new TextEncoder()

const numeral = (size: number): string => `1.${"0".repeat(size)}1`

const user = '{"role":"user","content":"x"}'

/** Where a number may be said as a text. */
const numbers = {
  "images, n": [images, '"model":"gpt-image-1","prompt":"x","n"', {}],
  "images, guidance_scale": [images, '"model":"doubao-seedream-3-0-t2i","prompt":"x","guidance_scale"', {}],
  "videos, durationSeconds": [videoGenerations, '"model":"veo-3.0-generate-001","prompt":"x","durationSeconds"', {}],
  "rerank, top_n": [rerank, '"model":"jina-reranker-v2-base-multilingual","query":"q","documents":["a"],"top_n"', {}],
  "embeddings, outputDimensionality": [
    embedContent,
    '"content":{"parts":[{"text":"x"}]},"outputDimensionality"',
    { model: "gemini-embedding-001", verb: "one", headers: {} }
  ]
} as const

/** Numbers of many zeros, said as texts, by where they stand. */
export const numerals: Readonly<Record<string, Work>> = Object.fromEntries(
  Object.entries(numbers).map(([name, [endpoint, members, more]]) => [
    name,
    whole(endpoint, (size) => `{${members}:"${numeral(size)}"}`, more)
  ])
)

const manyNumerals = (size: number): string =>
  `{"model":"veo-3.0-generate-001","prompt":"x","x":{${list(size / 50, (at) => `"k${at}":${numeral(900)}`).join()}}}`

const longText = (size: number): string => `{"model":"veo-3.0-generate-001","prompt":"${"\\u00e9x".repeat(size)}"}`

const padded = (size: number): string =>
  `{"contents":[{"role":"model","parts":[{"text":"x","thoughtSignature":"aXNnMS${"=".repeat(size)}x"}]},{"parts":[{"text":"x"}]}]}`

const searches = (size: number): string =>
  `{"model":"gemini-2.5-flash","messages":[${user}],"tools":[${list(size, () => '{"type":"function","function":{"name":"webSearch"}}').join()}]}`

const calls =
  (more: string) =>
  (size: number): string => {
    const call = (at: number): string => `{"id":"c${at}","type":"function","function":{"name":"f","arguments":"{}"}}`
    const result = (at: number): string => `{"role":"tool","tool_call_id":"c${at}","content":"z"}`
    return `{"model":"gpt-4o","messages":[${user},{"role":"assistant","tool_calls":[${list(size, call).join()}]${more}},${list(size, result).join()}]}`
  }

const escaped = (size: number): string =>
  `{"model":"gpt-4o","messages":[${user}],"metadata":{${list(size, (at) => `"\\u0061${at}":1`).join()}}}`

const counting: Work = (size) => {
  const text = `{"model":"claude-sonnet-4-5","messages":[{"role":"user","content":"${"word ".repeat(size)}"}]}`
  const bytes = encoder.encode(text)
  return () => prepared(countTokens, { body: bytes, model: undefined, names: wireNames })
}

/** All of them but what expressions try in vain, which is looked at for itself. */
export const works: Works = {
  ...Object.fromEntries(
    Object.entries(numerals).map(([name, work]): [string, SizedWork] => [`a number of zeros, ${name}`, [10_000, work]])
  ),
  "Idempotency-Key: many numerals in the body of a submit": [2500, whole(videoGenerations, manyNumerals, { key: "k" })],
  "Idempotency-Key: one long text in the body of a submit": [20_000, whole(videoGenerations, longText, { key: "k" })],
  "thoughtSignature: padding without an end": [
    10_000,
    chat(generateContent, padded, { model: "gemini-2.5-flash", stream: false })
  ],
  "many functions called webSearch, to Gemini": [300, chat(chatCompletions, searches)],
  "calls of tools that nobody need read": [300, chat(chatCompletions, calls(""))],
  "calls of tools that are read": [300, chat(chatCompletions, calls(',"reasoning":"y"'))],
  "escaped names": [2500, chat(chatCompletions, escaped)],
  "count_tokens: a long text": [5000, counting],
  "forms of many parts of one name": [100, edited((size) => form(...list(size, () => named("image", "x"))))],
  "forms of a part with a head without an end": [
    10_000,
    edited((size) => form(`--line\r\n${"X-A: b\r\n".repeat(size)}`))
  ],
  ...Object.fromEntries(
    ["\r\n--", "\r\n--lin", "\r", "\r\n--line".slice(0, -1)].map((near): [string, SizedWork] => [
      `forms of near boundaries: ${JSON.stringify(near)}`,
      [20_000, edited((size) => form(named("prompt", near.repeat(size))))]
    ])
  )
}
