import { isRecord } from "../rows/gateway.ts"

/** One call that an upstream received: JSON, or the fields of a form. */
export interface Received {
  readonly host: string
  readonly path: string
  readonly headers: Headers
  readonly body: unknown
  /** The body of JSON as it came. */
  readonly text?: string
}

/** A 1 × 1 PNG. */
export const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="

/** Reads a call as an upstream does. */
export const receive = async (request: Request): Promise<Received> => {
  const { host, pathname: path } = new URL(request.url)
  const isForm = request.headers.get("content-type")?.startsWith("multipart/form-data") === true
  const { headers } = request
  if (isForm) return { host, path, headers, body: await fieldsOf(await request.formData()) }
  const text = await request.text()
  return { host, path, headers, body: JSON.parse(text), text }
}

/** The fields of a form; a file as its name, its type and its bytes. */
const fieldsOf = async (form: FormData): Promise<object> => {
  const fields = new Map<string, unknown[]>()
  for (const [name, value] of form) {
    const said = typeof value === "string" ? value : await fileOf(value)
    fields.set(name, [...(fields.get(name) ?? []), said])
  }
  return Object.fromEntries([...fields].map(([name, all]) => [name, all.length === 1 ? all[0] : all]))
}

const fileOf = async (file: File): Promise<object> => ({
  name: file.name,
  type: file.type,
  base64: Buffer.from(await file.arrayBuffer()).toString("base64")
})

const numberIn = (body: unknown, key: string): number => (isRecord(body) ? Number(body[key] ?? 1) : 1)

/** Answers as the vendors do, with as many images as a call asks for. */
export const answers: Readonly<Record<string, (body: unknown) => unknown>> = {
  "ark.test": (body) => ({
    model: "seedream",
    created: 1_790_000_000,
    data: [
      isRecord(body) && body["response_format"] === "b64_json"
        ? { b64_json: pixel, size: "1x1" }
        : { url: "https://made.test/ark.png", size: "1x1" }
    ],
    usage: { generated_images: 1, output_tokens: 16_384, total_tokens: 16_384 }
  }),
  "openai.test": (body) => ({
    created: 1_790_000_000,
    data: Array.from({ length: numberIn(body, "n") }, () => ({ b64_json: pixel })),
    usage: { total_tokens: 100, input_tokens: 50, output_tokens: 50 }
  }),
  "dashscope.test": (body) => {
    const count = isRecord(body) ? numberIn(body["parameters"], "n") : 1
    const content = Array.from({ length: count }, (_, index) => ({ image: `https://made.test/${index}.png` }))
    return {
      output: { choices: [{ finish_reason: "stop", message: { role: "assistant", content } }] },
      usage: { width: 1328, height: 1328, image_count: count },
      request_id: "request"
    }
  },
  "gemini.test": () => ({
    candidates: [
      {
        index: 0,
        content: { role: "model", parts: [{ text: "Here." }, { inlineData: { mimeType: "image/png", data: pixel } }] },
        finishReason: "STOP"
      }
    ],
    usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 1290, totalTokenCount: 1297 }
  })
}
