import * as Layer from "effect/Layer"
import { describe, expect, it, onTestFinished } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { images } from "../../src/endpoints/images.ts"
import * as Families from "../../src/families/families.ts"
import * as QwenImage from "../../src/families/qwen-image.ts"
import { Gateway, type GatewayOptions } from "../../src/gateway/gateway.ts"
import { layerNode } from "../../src/media/fetch/node-fetcher.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { answer, picture, png, rig } from "../media/server.ts"
import { answers } from "./upstream.ts"

interface Drawn {
  readonly status: number
  readonly image: unknown
  readonly notes: string | null
  /** How often the vendor's storage was asked. */
  readonly asked: number
}

/** What a client gets that wants bytes, where the vendor's storage answers so, each time the next. */
const drawn = async (storage: readonly Uint8Array[], policy: GatewayOptions = {}): Promise<Drawn> => {
  let asked = 0
  const server = await rig((_, socket) => void socket.end(storage[Math.min(asked++, storage.length - 1)] ?? ""))
  const vendor = () => {
    const text = JSON.stringify(answers["dashscope.test"]?.({})).replaceAll("https://", "http://")
    return Promise.resolve(new Response(text, { headers: { "content-type": "application/json" } }))
  }
  const gateway = Gateway.make(
    Gateway.layer(images).pipe(
      Layer.provide(Families.of(QwenImage.layer({ key: "q" }))),
      Layer.provide(layerFetch(vendor)),
      Layer.provide(Credentials.keys("client")),
      Layer.provideMerge(layerNode({ http: true, network: server.network, bytes: 10, total: 1 }))
    ),
    policy
  )
  onTestFinished(() => gateway.dispose())
  const response = await gateway.fetch(
    new Request("http://gateway.test/v1/images/generations", {
      method: "POST",
      headers: { authorization: "Bearer client", "content-type": "application/json" },
      body: JSON.stringify({ model: "qwen-image", prompt: "Blue", response_format: "b64_json" })
    })
  )
  const { data } = JSON.parse(await response.text())
  return { status: response.status, image: data.data[0], notes: response.headers.get("x-isogloss-notes"), asked }
}

const nameless = (type: Record<string, string>) => answer(200, { "content-length": png.length, ...type }, png)

const whole = { url: "", b64_json: png.toString("base64"), revised_prompt: "" }
const link = { url: "http://made.test/0.png", b64_json: "", revised_prompt: "" }

/** A picture of more bytes than the vendor's answer that names it, and how many it has. */
const size = 5000
const large = answer(200, { "content-type": "image/png" }, Buffer.concat([png, Buffer.alloc(size - png.length)]))

/** A gateway in which an answer may have so many bytes. */
const upTo = (bytes: number): GatewayOptions => ({ answers: { whole: bytes, event: bytes, kept: bytes } })

describe("an image that was paid for", () => {
  it("is downloaded where it is as large as an answer may be", async () => {
    const { image, asked } = await drawn([large], upTo(size))
    expect([asked, image]).toEqual([1, { ...whole, b64_json: expect.stringMatching(/^.{6668}$/u) }])
  })

  it.each([
    ["larger than a client's may be, and slower", [picture()], 1],
    ["called nothing but bytes", [nameless({ "content-type": "application/octet-stream" })], 1],
    ["called nothing at all", [nameless({})], 1],
    ["there at the second try", [answer(503, { "content-length": 0 }), picture()], 2],
    ["there at the third try", [answer(503, { "content-length": 0 }), Buffer.alloc(0), picture()], 3]
  ])("is downloaded where it is %s", async (_, storage, asked) => {
    expect(await drawn(storage)).toEqual({ status: 200, image: whole, notes: null, asked })
  })

  it.each([
    ["cannot be had", [answer(404, { "content-length": 0 })], 3],
    ["is a page", [answer(200, { "content-type": "text/html", "content-length": 2 }, "No")], 3],
    ["is larger than an answer may be", [large], 1]
  ])("stays a link where it %s", async (_, storage, asked) => {
    const { notes, ...rest } = await drawn(storage, upTo(size - 1))
    expect(rest).toEqual({ status: 200, image: link, asked })
    expect(notes).toBe("count=1; dropped / images-answer/linked")
  })
})
