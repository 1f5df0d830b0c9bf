import { afterAll, describe, expect, it } from "vitest"
import { isRecord } from "../rows/gateway.ts"
import { labPath, type Rig, startRig } from "./rig.ts"

const refusal = () =>
  Response.json({ error: { code: "SensitiveContentDetected", message: "Not this." } }, { status: 400 })

/** What image models answer instead. */
const refusals: Response[] = []

const rig = await startRig({
  answer: () => refusals.shift(),
  tasks: (id) =>
    id === "there" ? { status: "DONE", result: { code: 0, imageUrl: "https://img.test/1.png" } } : undefined
})
afterAll(() => rig.close())

const memberAt = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((within, key) => (isRecord(within) ? within[key] : undefined), value)

const typeOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value)

/** Where a value is not what a schema says, or says more than it tells of. */
const misfits = (schema: unknown, value: unknown, at = ""): readonly string[] => {
  if (!isRecord(schema)) return [`${at} is told nothing of`]
  const { type, const: only = value, enum: some, required = [], properties, items } = schema
  const said = type === "integer" ? Number.isInteger(value) : type === undefined || type === typeOf(value)
  if (!said || only !== value || (Array.isArray(some) && !some.includes(value))) return [at]
  if (Array.isArray(value)) return value.flatMap((item, index) => misfits(items, item, `${at}/${index}`))
  if (!isRecord(value)) return []
  const missing = Array.isArray(required) ? required.filter((key) => !Object.hasOwn(value, String(key))) : [at]
  const inside = Object.entries(value).flatMap(([key, one]) => misfits(memberAt(properties, key), one, `${at}/${key}`))
  return [...missing.map((key) => `${at}/${String(key)} is missing`), ...inside]
}

const document = (await rig.send({ method: "GET", path: "/openapi.json" })).body

const schemaOf = (path: string, method: string, status: string): unknown =>
  memberAt(document, "paths", path, method, "responses", status, "content", "application/json", "schema")

const drawn = {
  model: "doubao-seedream-4-5-251128",
  prompt: "A red fox",
  n: 2,
  size: "2K",
  temperature: 1,
  watermark: false
}

const filmed = { model: "doubao-seedance-1-0-pro", prompt: "Waves", duration: 5, aspect_ratio: "16:9" }

type Call = readonly [path: string, status: number, ask: (rig: Rig) => ReturnType<Rig["send"]>]

const dressing = labPath("dressingv4Qurey")

const calls: readonly Call[] = [
  [
    labPath("batchImageGenerationSubmit"),
    200,
    ({ send }) => {
      refusals.push(refusal())
      return send({ path: labPath("batchImageGenerationSubmit"), body: drawn })
    }
  ],
  [
    labPath("batchImageGenerationSubmit"),
    400,
    ({ send }) => send({ path: labPath("batchImageGenerationSubmit"), body: {} })
  ],
  [
    labPath("gatewayVideoCompletions"),
    200,
    ({ send }) => send({ path: labPath("gatewayVideoCompletions"), body: filmed })
  ],
  ["/prod-api/v3/auth/getToken", 200, ({ login }) => login()],
  ["/prod-api/v3/auth/getToken", 401, ({ login }) => login("ada", "no")],
  [dressing, 200, ({ send }) => send({ method: "GET", path: `${dressing}?taskId=there` })],
  [dressing, 404, ({ send }) => send({ method: "GET", path: `${dressing}?taskId=elsewhere` })]
]

describe("the document of the lab's answers", () => {
  it.each(calls)("says what %s answers with %d", async (path, status, ask) => {
    const answered = await ask(rig)
    expect(answered.status).toBe(status)
    const method = path === dressing ? "get" : "post"
    expect(misfits(schemaOf(path, method, status === 200 ? "200" : "default"), answered.body)).toEqual([])
  })
})
