import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Credentials } from "../../src/credentials/credentials.ts"
import { batchEmbedContents, embedContent, embeddings } from "../../src/endpoints/embeddings.ts"
import * as Families from "../../src/families/families.ts"
import * as Gemini from "../../src/families/gemini.ts"
import * as OpenAI from "../../src/families/openai.ts"
import * as Qwen from "../../src/families/qwen.ts"
import { Gateway, type GatewayOptions } from "../../src/gateway/gateway.ts"
import { type MeterEntry, Metering } from "../../src/telemetry/telemetry.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"

/** A call that an upstream received. */
export interface Received {
  readonly url: string
  readonly headers: Headers
  readonly body: unknown
}

/** What came back to the client, and what upstreams received on the way. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  readonly calls: readonly Received[]
  readonly entries: readonly MeterEntry[]
}

/** What an upstream answers a call with: a body, or a whole response. */
export type Vendor = (call: Received, index: number) => unknown

/** A request of a client, and the upstream that it meets. */
export interface Sent {
  readonly path: string
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly vendor?: Vendor
}

/** The key of clients. */
export const clientKey = "key-of-a-client"

const bearer = { authorization: `Bearer ${clientKey}` }

/** A gateway of the endpoints of embeddings in front of upstreams that say what they are told. */
export const startRig = (policy: GatewayOptions = {}) => {
  const calls: Received[] = []
  const entries: MeterEntry[] = []
  let vendor: Vendor = () => ({})
  const fetch = async (request: Request): Promise<Response> => {
    const call = { url: request.url, headers: request.headers, body: await request.json() }
    const said = await vendor(call, calls.push(call) - 1)
    return said instanceof Response ? said : Response.json(said)
  }
  const families = Families.of(Gemini.layer({ key: "g" }), OpenAI.layer({ key: "o" }), Qwen.layer({ key: "q" }))
  const metering = Layer.succeed(Metering)({ record: (entry) => Effect.sync(() => void entries.push(entry)) })
  const gateway = Gateway.make(
    Gateway.layer(embedContent, batchEmbedContents, embeddings).pipe(
      Layer.provide(families.pipe(Layer.provide(layerFetch(fetch)))),
      Layer.provide(Layer.mergeAll(Credentials.keys(clientKey), metering))
    ),
    policy
  )
  const send = async ({ path, body, headers = bearer, vendor: next = anyVectors }: Sent): Promise<Answered> => {
    calls.length = 0
    entries.length = 0
    vendor = next
    const text = typeof body === "string" ? body : JSON.stringify(body)
    const request = new Request(`http://gateway${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: text
    })
    const answer = await gateway.fetch(request)
    const answered: unknown = JSON.parse(await answer.text())
    return { status: answer.status, headers: answer.headers, body: answered, calls: [...calls], entries: [...entries] }
  }
  return { send, close: gateway.dispose }
}

/** The notes of a request, each `<kind> <pointer>`. */
export const notesOf = ({ entries }: Answered): readonly string[] =>
  entries.flatMap(({ notes }) => notes.map(({ kind, path }) => `${kind} ${path}`))

/** The vector of the item at a place: [place, 0.5]. */
const vectorAt = (place: number): readonly number[] => [place, 0.5]

/** A vendor that answers each call with a vector for each item, in the shape of the call's API. */
export const anyVectors: Vendor = ({ url, body }) => {
  const { input, requests } = body as { readonly input?: unknown; readonly requests?: readonly unknown[] }
  if (url.endsWith(":embedContent")) return { embedding: { values: vectorAt(0) } }
  if (url.endsWith(":batchEmbedContents")) {
    return { embeddings: (requests ?? []).map((_, place) => ({ values: vectorAt(place) })) }
  }
  const inputs = Array.isArray(input) && typeof input[0] !== "number" ? input : [input]
  const data = inputs.map((_, index) => ({ object: "embedding", index, embedding: vectorAt(index) }))
  return { object: "list", data, model: "named-by-the-vendor", usage: { prompt_tokens: 7, total_tokens: 7 } }
}
