import { describe, expect, it } from "vitest"
import { type Answered, closing, generations, type Rig, startRig } from "./rig.ts"
import { memberOf } from "./upstream.ts"
import { patience } from "../setup/patience.ts"

closing()

const sora = { model: "sora-2", prompt: "Waves" }

const claim = { headers: { "idempotency-key": "k" } }

/** Submits under a key by which the task is found whatever is answered. */
const submit = ({ post }: Rig): Promise<Answered> => post(generations, { ...claim, body: sora })

/** What is told of the one task, once all that waits was waited for. */
const toldOf = async (rig: Rig): Promise<unknown> => {
  await rig.clock.pass(5_000)
  const id = String(memberOf((await submit(rig)).body, "task_id"))
  expect(rig.vendors.submits).toHaveLength(1)
  const { body } = await rig.get(`${generations}/${id}`)
  return [memberOf(body, "status"), memberOf(memberOf(body, "error"), "code")]
}

const error = (status: number, code: string | null, message = "No."): Response =>
  Response.json({ error: { message, type: "x", param: null, code } }, { status })

const broken = (code: string): never => {
  throw new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) })
}

/** An answer whose body breaks off. */
const cut = (text: string): Response => {
  let piece = 0
  return new Response(
    new ReadableStream<Uint8Array>({
      pull: (controller) => {
        piece += 1
        if (piece === 1) controller.enqueue(new TextEncoder().encode(text))
        else controller.error(new TypeError("terminated"))
      }
    })
  )
}

describe("a vendor that refuses a submit", () => {
  it.each([
    [400, 400, "invalid_request_error", "invalid_value"],
    [404, 404, "invalid_request_error", "model_not_found"],
    [500, 500, "server_error", "server_error"],
    [503, 503, "server_error", "overloaded"]
  ])("with %d is answered with %d, and its task has failed", async (said, status, type, code) => {
    const rig = await startRig()
    rig.vendors.instead = () => error(said, code)
    const answer = await submit(rig)
    expect([answer.status, answer.body]).toEqual([
      status,
      { error: { message: "No.", type: expect.toBeOneOf([type, "x"]), param: null, code } }
    ])
    expect(answer.headers.get("x-should-retry")).toBe("false")
    expect(await toldOf(rig)).toEqual(["failed", code])
  })

  it.each([401, 403])("because of the operator's key, with %d, is no fault of the client's key", async (said) => {
    const rig = await startRig()
    rig.vendors.instead = () => error(said, "invalid_api_key", "Incorrect API key provided: sk-12345678")
    const answer = await submit(rig)
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expect(answer.text).not.toContain("sk-12345678")
    expect(await toldOf(rig)).toEqual(["failed", expect.any(String)])
  })

  it("lets a client without a key try again, where nothing was begun", async () => {
    const rig = await startRig()
    rig.vendors.instead = (_, times) => (times === 0 ? error(429, "rate_limit_exceeded") : undefined)
    const { status, headers } = await rig.post(generations, { body: sora })
    expect([status, headers.get("x-should-retry")]).toEqual([429, null])
    await rig.submitted(sora)
    expect(rig.vendors.submits).toHaveLength(2)
  })

  it.each([
    [500, "false"],
    [502, "false"],
    [504, "false"],
    [503, null],
    [400, null]
  ])("with %d, without a key, is to be tried again only where it cannot have run", async (said, retry) => {
    const rig = await startRig()
    rig.vendors.instead = () => error(said, "x")
    const { headers } = await rig.post(generations, { body: sora })
    expect(headers.get("x-should-retry")).toBe(retry)
  })

  it("is asked once, even where it says when to come back", async () => {
    const rig = await startRig()
    rig.vendors.instead = () => new Response("{}", { status: 429, headers: { "retry-after": "1" } })
    expect((await submit(rig)).status).toBe(429)
    await rig.clock.pass(10_000)
    expect(rig.vendors.submits).toHaveLength(1)
  })
})

describe("a vendor that cannot be reached", () => {
  it("was not asked: the same key submits anew, once it can be", async () => {
    const rig = await startRig()
    rig.vendors.instead = () => broken("ECONNREFUSED")
    const first = await rig.clock.until(submit(rig))
    expect(first.status).toBe(502)
    const { length } = rig.vendors.submits
    rig.vendors.instead = () => undefined
    const again = await submit(rig)
    expect((await submit(rig)).text).toBe(again.text)
    expect([again.status, rig.vendors.submits.length]).toEqual([200, length + 1])
    await rig.clock.pass(20_000)
    const told = await rig.get(`${generations}/${String(memberOf(again.body, "task_id"))}`)
    expect(memberOf(told.body, "status")).toBe("succeeded")
  })
})

describe("a submit whose answer is lost", () => {
  it.each<readonly [string, () => Response | Promise<Response>]>([
    ["by a connection that breaks", () => broken("ECONNRESET")],
    ["by an answer that breaks off", () => cut('{"id":"vid')],
    ["by an answer of more than a mebibyte", () => Response.json({ id: "video_1", x: "x".repeat(1024 * 1024) })],
    ["by an answer that is no JSON", () => new Response("<html>")],
    ["by an empty answer", () => new Response("")],
    ["by an answer without an id", () => Response.json({ object: "video" })],
    ["by an id that is no text", () => Response.json({ id: 7 })],
    ["by an empty id", () => Response.json({ id: "" })],
    ["by a list", () => Response.json([{ id: "x" }])],
    ["by a redirect", () => new Response(null, { status: 307, headers: { location: "http://vendors.test/v1/videos" } })]
  ])("%s, is never sent again, and its task may have run", async (_, answer) => {
    const rig = await startRig()
    rig.vendors.instead = answer
    const { status, headers, body } = await submit(rig)
    expect([status, headers.get("x-should-retry")]).toEqual([expect.toBeOneOf([502, 504]), "false"])
    expect(body).toEqual({ error: expect.objectContaining({ type: "server_error" }) })
    expect(await toldOf(rig)).toEqual(["failed", "submit_unknown"])
  })

  it("in silence, is waited for as long as a submit may take", async () => {
    const rig = await startRig()
    rig.vendors.instead = () => new Promise(() => undefined)
    const { status } = await rig.clock.until(submit(rig))
    expect(status).toBe(504)
    expect(await toldOf(rig)).toEqual(["failed", "submit_unknown"])
  })

  it("is not to be tried again by a client without a key either", async () => {
    const rig = await startRig()
    rig.vendors.instead = () => broken("ECONNRESET")
    const { status, headers } = await rig.post(generations, { body: sora })
    expect([status, headers.get("x-should-retry")]).toEqual([502, "false"])
  })
})

describe("a client that leaves while its video is submitted", () => {
  it("has a task, which goes on", async () => {
    const rig = await startRig()
    let answer = (): void => undefined
    rig.vendors.instead = ({ method }) =>
      method === "POST"
        ? new Promise<undefined>((resolve) => {
            answer = () => resolve(undefined)
          })
        : undefined
    const leaving = new AbortController()
    const pending = rig.post(generations, { ...claim, body: sora, signal: leaving.signal })
    await expect.poll(() => rig.vendors.submits.length, patience).toBe(1)
    leaving.abort()
    await expect(pending).rejects.toThrow()
    await rig.clock.pass(1_000)
    answer()
    await rig.clock.pass(20_000)
    expect(await toldOf(rig)).toEqual(["succeeded", undefined])
  })
})
