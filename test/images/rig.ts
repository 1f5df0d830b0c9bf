import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Credentials } from "../../src/credentials/credentials.ts"
import { imageEdits, images } from "../../src/endpoints/images.ts"
import * as Families from "../../src/families/families.ts"
import * as Gemini from "../../src/families/gemini.ts"
import * as GptImage from "../../src/families/gpt-image.ts"
import * as QwenImage from "../../src/families/qwen-image.ts"
import * as Seedream from "../../src/families/seedream.ts"
import { Gateway, type GatewayOptions, type RunningGateway } from "../../src/gateway/gateway.ts"
import { type FetchedMedia, MediaFetcher, type WantedMedia } from "../../src/media/fetch/fetcher.ts"
import { type MeterEntry, Metering } from "../../src/telemetry/telemetry.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { GatewayError } from "../../src/core/errors/error.ts"
import { answers, pixel, receive, type Received } from "./upstream.ts"

/** The key of clients. */
export const clientKey = "key-of-a-client"

/** What came back to the client, and what the upstreams received on the way. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  readonly calls: readonly Received[]
  /** The notes, each `<kind> <pointer>`. */
  readonly notes: readonly string[]
  /** The URLs that were fetched. */
  readonly fetched: readonly string[]
  /** What the meter was told. */
  readonly entries: readonly MeterEntry[]
}

/** What a test changes. */
export interface Sent {
  readonly path?: string
  readonly body: object
  readonly headers?: Readonly<Record<string, string>>
  /** The text that is sent in place of the body's. */
  readonly text?: string
  /** Answers in place of the upstream; by how often it was called before. */
  readonly answer?: (received: Received, times: number) => Promise<Response | undefined> | Response | undefined
}

/** A gateway of the image endpoints in front of upstreams that answer as the vendors do. */
export interface Rig {
  readonly gateway: RunningGateway
  readonly send: (sent: Sent) => Promise<Answered>
}

/** What a rig is made of. */
export interface RigOptions {
  readonly policy?: GatewayOptions
  /** Without it nothing is fetched. */
  readonly fetches?: boolean
  readonly routes?: readonly Families.Route[]
  /** Client keys in place of the one that may do everything. */
  readonly keys?: readonly { readonly key: string; readonly name: string; readonly models?: readonly string[] }[]
}

/** Starts one, all in this process. Each URL that is fetched holds a picture, but for those that end in `lost`. */
export const startRig = ({
  policy,
  fetches = true,
  routes = [],
  keys = [{ key: clientKey, name: "client" }]
}: RigOptions = {}): Rig => {
  let calls: Received[] = []
  let fetched: string[] = []
  let entries: MeterEntry[] = []
  let answer: Sent["answer"]
  const upstream = async (request: Request): Promise<Response> => {
    const received = await receive(request)
    const times = calls.push(received) - 1
    return (await answer?.(received, times)) ?? Response.json(answers[received.host]?.(received.body))
  }
  const fetch = (url: string, { at = "" }: WantedMedia = {}): Effect.Effect<FetchedMedia, GatewayError> => {
    fetched.push(url)
    return url.endsWith("lost")
      ? Effect.fail(new GatewayError("InvalidRequest", "The URL cannot be used.", { pointer: at }))
      : Effect.succeed({ mime: "image/png", bytes: Buffer.from(pixel, "base64") })
  }
  const stream = (url: string, wanted: WantedMedia = {}) =>
    Effect.map(fetch(url, wanted), ({ mime, bytes }) => ({ mime, bytes: Stream.succeed(bytes) }))
  const made = Gateway.layer(images, imageEdits).pipe(
    Layer.provide(familiesBy(routes).pipe(Layer.provide(layerFetch(upstream)))),
    Layer.provide(Credentials.keys(...keys)),
    Layer.provide(Layer.succeed(Metering)({ record: (entry) => Effect.sync(() => void entries.push(entry)) }))
  )
  const gateway = Gateway.make(
    fetches ? made.pipe(Layer.provideMerge(Layer.succeed(MediaFetcher)({ fetch, stream }))) : made,
    policy
  )
  return {
    gateway,
    send: async (sent) => {
      calls = []
      fetched = []
      entries = []
      answer = sent.answer
      const response = await gateway.fetch(requestOf(sent))
      const { status, headers } = response
      const body: unknown = await response.json()
      return { status, headers, body, calls, notes: notesIn(headers), fetched, entries }
    }
  }
}

const key = "key-of-the-operator"

const familiesBy = (routes: readonly Families.Route[]) =>
  Families.routed(
    routes,
    Gemini.layer({ key, url: "http://gemini.test" }),
    Seedream.layer({ key, url: "http://ark.test/api/v3" }),
    GptImage.layer({ key, url: "http://openai.test/v1" }),
    QwenImage.layer({ key, url: "http://dashscope.test/api/v1" })
  )

const requestOf = ({ path = "/v1/images/generations", body, headers, text }: Sent): Request =>
  new Request(`http://gateway.test${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${clientKey}`,
      ...(body instanceof FormData ? {} : { "content-type": "application/json" }),
      ...headers
    },
    body: body instanceof FormData ? body : (text ?? JSON.stringify(body))
  })

const notesIn = (headers: Headers): readonly string[] =>
  (headers.get("x-isogloss-notes") ?? "")
    .split("; ")
    .slice(1)
    .map((note) => note.split(" ").slice(0, 2).join(" "))
