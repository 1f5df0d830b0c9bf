import { afterAll, describe, expect, it } from "vitest"
import { clientKey, labPath, startRig, tokenPath } from "./rig.ts"

const rig = await startRig({
  accounts: [
    { username: "ada", name: "painters" },
    { username: "eve", models: ["gemini-*"] }
  ],
  tasks: (taskId, owner) => (taskId === `of ${owner}` ? { status: "IN_QUEUE" } : undefined)
})
afterAll(() => rig.close())

const tokenOf = async (username: string): Promise<string> => {
  const { body } = await rig.login(username)
  return (body as { readonly data: string }).data
}

const ada = await tokenOf("ada")
const eve = await tokenOf("eve")

const video = labPath("gatewayVideoCompletions")

const asked = { model: "doubao-seedance-1-0-pro", prompt: "Waves", duration: 5, aspect_ratio: "16:9" }

const submit = (authorization: string) => rig.send({ path: video, headers: { authorization }, body: asked })

const query = (id: string, authorization: string) =>
  rig.send({ method: "GET", path: `/v1/video/generations/${id}`, headers: { authorization } })

const idIn = (body: unknown): string => (body as { readonly data: { readonly task_id: string } }).data.task_id

describe("a login token", () => {
  it("is taken behind its scheme once and twice by the lab, and its task is found with it", async () => {
    for (const authorization of [ada, `Bearer ${ada}`, `bearer  ${ada}`]) {
      const { status, body } = await submit(authorization)
      expect(status).toBe(200)
      expect((await query(idIn(body), ada)).status).toBe(200)
    }
  })

  it("owns what a key of its account owns, and the other way round", async () => {
    const byToken = idIn((await submit(ada)).body)
    const byKey = idIn((await submit(`Bearer ${clientKey}`)).body)
    expect((await query(byToken, `Bearer ${clientKey}`)).status).toBe(200)
    expect((await query(byKey, ada)).status).toBe(200)
    expect((await query(byToken, eve)).body).toEqual((await query("video_unknown", eve)).body)
  })

  it("is not taken twice behind its scheme outside the lab", async () =>
    expect((await query("video_unknown", `Bearer ${ada}`)).status).toBe(401))

  it.each([
    ["/v1/chat/completions", { model: "gpt-4o", messages: [{ role: "user", content: "a" }] }],
    ["/v1/images/generations", { model: "gemini-2.5-flash-image", prompt: "a" }],
    ["/v1/video/generations", { model: "sora-2", prompt: "a" }]
  ])("is not taken at %s", async (path, body) => {
    const answered = await rig.send({ path, headers: { authorization: ada }, body })
    expect([answered.status, answered.calls]).toEqual([401, []])
  })

  it("reads what is the account's: videos and their content", async () => {
    const id = idIn((await submit(ada)).body)
    const content = await rig.send({ method: "GET", path: `/v1/videos/${id}/content`, headers: { authorization: ada } })
    expect(content.status).toBe(409)
  })

  it("may call the models that its account may", async () => {
    const { status, body } = await submit(eve)
    expect([status, body]).toMatchObject([404, { code: 404 }])
  })

  it("is handed on as a principal to the service of dressing tasks", async () => {
    const ask = (id: string) =>
      rig.send({
        method: "GET",
        path: `${labPath("dressingv4Qurey")}?taskId=${encodeURIComponent(id)}`,
        headers: { authorization: ada }
      })
    expect((await ask("of painters")).status).toBe(200)
    expect((await ask("of eve")).status).toBe(404)
  })

  it("is a 401 in the envelope where it was forged, and once its hour is over", async () => {
    const msg = "The login token is not valid, or has expired. Log in again."
    const forged = await submit(`${ada.slice(0, -3)}AAA`)
    expect([forged.status, forged.body]).toEqual([401, { code: 401, msg, data: null }])
    await rig.clock.leap(3_606_000)
    const late = await submit(ada)
    expect([late.status, late.body]).toEqual([401, { code: 401, msg, data: null }])
    expect((await submit(await tokenOf("ada"))).status).toBe(200)
  })
})

describe("a key", () => {
  it.each([`Bearer ${clientKey}`, `Bearer Bearer ${clientKey}`])("is taken by the lab: %s", async (authorization) =>
    expect((await submit(authorization)).status).toBe(200)
  )

  it.each(["", "Bearer", "Bearer no", "Bearer Bearer no", `Basic ${clientKey}`, `Bearer Bearer Bearer ${clientKey}`])(
    "is not: %j",
    async (authorization) => {
      const { status, body } = await submit(authorization)
      expect([status, body]).toMatchObject([401, { code: 401, data: null }])
    }
  )

  it("in another carrier is none", async () => {
    const { status } = await rig.send({ path: video, headers: { "x-api-key": clientKey }, body: asked })
    expect(status).toBe(401)
  })
})

it("ten failures are a 429 in the envelope that says when to try again", async () => {
  const own = await startRig()
  for (let each = 0; each < 10; each++) expect((await own.login("ada", "no")).status).toBe(401)
  const { status, headers, body } = await own.login()
  expect([status, headers.get("retry-after"), body]).toEqual([
    429,
    "60",
    { code: 429, msg: "Too many logins failed, or are under way. Try again later.", data: null }
  ])
  await own.close()
})

it("behind proxies the address of a client is the one that the outermost of them saw", async () => {
  const own = await startRig({ node: { proxies: 1 }, logins: { addressFailures: 1 } })
  const from = (address: string, username: string) =>
    own.send({ path: tokenPath, headers: { "x-forwarded-for": address }, body: { username, password: "no" } })
  expect((await from("192.0.2.1", "a")).status).toBe(401)
  expect((await from("192.0.2.2", "b")).status).toBe(401)
  expect((await from("198.51.100.7, 192.0.2.1", "c")).status).toBe(429)
  await own.close()
})

it("a login that finds too many waiting is a 429 in the envelope, which says when to come back", async () => {
  const own = await startRig({ logins: { atOnce: 1, queue: 1 } })
  const all = await Promise.all(Array.from({ length: 6 }, () => own.login("ada")))
  const refused = all.filter(({ status }) => status !== 200)
  await own.close()
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, headers, body } of refused) {
    expect([status, headers.get("retry-after")]).toEqual([429, "1"])
    expect(body).toEqual({ code: 429, msg: "Too many logins are being checked. Try again in a moment.", data: null })
  }
})
