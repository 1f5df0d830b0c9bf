import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isogloss, type Started, firstCommand } from "./process.ts"

let started: Started
let url = ""
let token = ""

beforeAll(async () => {
  started = isogloss(["serve", "--port", "0"])
  url = /http:\/\/\S+/.exec(await started.saying(firstCommand))?.[0] ?? ""
}, 60_000)

afterAll(async () => void (await started.killed()))

interface Answered<Data> {
  readonly status: number
  readonly body: { readonly code: number; readonly msg: string; readonly data: Data }
}

const post = async <Data>(
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {}
): Promise<Answered<Data>> => {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

const login = (password: string, headers?: Readonly<Record<string, string>>) =>
  post<string>("/prod-api/v3/auth/getToken", { username: "sandbox", password }, headers)

describe("the lab of isogloss serve with nothing configured", () => {
  it("gives a token for the right password, whatever key comes with it", async () => {
    const { status, body } = await login("sandbox", { authorization: "Bearer nobody's" })
    expect([status, body]).toEqual([
      200,
      { code: 200, msg: expect.any(String), data: expect.stringMatching(/^Bearer /) }
    ])
    token = body.data
  })

  it("gives none for a wrong one, with the status in the envelope", async () =>
    expect(await login("sandbux")).toEqual({
      status: 401,
      body: { code: 401, msg: expect.any(String), data: null }
    }))

  it("takes a token behind its scheme twice and a duration as a number, and the task is found with it", async () => {
    const asked = { model: "doubao-seedance-1-0-pro", prompt: "Waves", duration: 5, aspect_ratio: "16:9" }
    const authorization = `Bearer ${token}`
    const submitted = await post<{ readonly task_id: string }>(
      "/prod-api/gateway/v4/api/gatewayVideoCompletions",
      asked,
      { authorization }
    )
    expect([submitted.status, submitted.body.code]).toEqual([200, 200])
    const path = `/v1/video/generations/${submitted.body.data.task_id}`
    const found = await fetch(`${url}${path}`, { headers: { authorization: token } })
    expect([found.status, await found.json()]).toMatchObject([200, { task_id: submitted.body.data.task_id }])
  })

  it("names a member that is missing in the envelope of a 400", async () => {
    const asked = { model: "gemini-2.5-flash-image", prompt: "Waves", n: 1, size: "1024x1024", watermark: false }
    const path = "/prod-api/gateway/v4/api/batchImageGenerationSubmit"
    expect(await post(path, asked, { authorization: token })).toEqual({
      status: 400,
      body: { code: 400, msg: "/temperature: `temperature` is required.", data: null }
    })
  })
})
