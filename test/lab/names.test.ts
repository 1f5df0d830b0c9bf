import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { clientKey, startRig } from "./rig.ts"

const top = fileURLToPath(new URL("../..", import.meta.url))

describe("the words of the lab", () => {
  const words = /batchImageGeneration|smartWatermark|dressing|prod-api|getToken|VideoCompletions|promptOptions/i
  const own = /^src\/(?:lab\.ts|lab\/.*|sandbox\.ts|sandbox\/dressing\.ts|hosts\/cli\/.*)$/

  it("stand nowhere else in the house", () => {
    const files = globSync("src/**/*.ts", { cwd: top }).map((file) => file.replaceAll("\\", "/"))
    const having = files.filter((file) => words.test(readFileSync(top + file, "utf8")))
    expect(having.filter((file) => own.test(file)).length).toBeGreaterThan(5)
    expect(having.filter((file) => !own.test(file))).toEqual([])
  })
})

describe("a deployment that calls its product otherwise", async () => {
  const rig = await startRig({ names: { product: ["acme", "gateway"] } })
  afterAll(() => rig.close())

  it.each([
    ["POST", "/prod-api/acme/v4/api/batchImageGenerationSubmit", 400],
    ["POST", "/prod-api/gateway/v4/api/batchImageGenerationSubmit", 400],
    ["POST", "/prod-api/acme/v4/api/smartWatermarkRemovalSubmit", 400],
    ["GET", "/prod-api/acme/v4/api/dressingv4Qurey", 400],
    ["POST", "/prod-api/acme/v4/api/acmeVideoCompletions", 400],
    ["POST", "/prod-api/gateway/v4/api/gatewayVideoCompletions", 400],
    ["POST", "/prod-api/v3/auth/getToken", 400],
    ["POST", "/prod-api/acme/v4/api/gatewayVideoCompletions", 404],
    ["POST", "/prod-api/other/v4/api/batchImageGenerationSubmit", 404],
    ["GET", "/prod-api", 404]
  ] as const)("answers %s %s with a %i in the envelope", async (method, path, status) => {
    const answered = await rig.send(method === "GET" ? { method, path } : { method, path, body: {} })
    expect([answered.status, answered.body]).toMatchObject([status, { code: status, data: null }])
  })

  it("is told so in its document, with the bodies and the query", async () => {
    const { body } = await rig.send({ method: "GET", path: "/openapi.json" })
    const query = [{ name: "taskId", in: "query", required: true, schema: { type: "string" } }]
    expect(body).toMatchObject({
      paths: {
        "/prod-api/v3/auth/getToken": { post: { security: [] } },
        "/prod-api/acme/v4/api/batchImageGenerationSubmit": { post: { security: [{ login: [] }] } },
        "/prod-api/gateway/v4/api/dressingv4Qurey": { get: { parameters: query } },
        "/prod-api/acme/v4/api/acmeVideoCompletions": { post: {} }
      },
      components: {
        schemas: {
          "lab-token": { required: ["username", "password"] },
          "lab-images": { required: ["model", "prompt", "n", "size", "temperature", "watermark"] },
          "lab-watermark-removal": {
            required: ["model", "prompt", "n", "size", "temperature", "watermark", "image"]
          },
          "lab-video": { required: ["model", "prompt", "duration", "aspect_ratio"] }
        },
        securitySchemes: { login: { type: "http", scheme: "bearer" } }
      }
    })
  })
})

it("outside the lab a path that no endpoint has is answered as before", async () => {
  const rig = await startRig()
  const { status, body } = await rig.send({
    path: "/v1/nothing",
    headers: { authorization: `Bearer ${clientKey}` },
    body: {}
  })
  expect([status, body]).toMatchObject([404, { error: { code: "unknown_url" } }])
  await rig.close()
})
