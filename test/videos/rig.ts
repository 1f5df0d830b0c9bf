import { createServer } from "node:http"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Stream from "effect/Stream"
import { afterEach, expect } from "vitest"
import { Credentials, type ClientKey } from "../../src/credentials/credentials.ts"
import { videoDownload, videoGeneration, videoGenerations } from "../../src/endpoints/videos/generations.ts"
import { video, videoContent, videos } from "../../src/endpoints/videos/videos.ts"
import { VideoTasks, type VideoTaskOptions } from "../../src/exchange/videos/tasks.ts"
import * as Families from "../../src/families/families.ts"
import type { FamilyOptions } from "../../src/families/models/line.ts"
import * as Seedance from "../../src/families/seedance.ts"
import * as Sora from "../../src/families/sora.ts"
import * as Veo from "../../src/families/veo.ts"
import * as VertexVeo from "../../src/families/vertex-veo.ts"
import { Gateway, type GatewayOptions } from "../../src/gateway/gateway.ts"
import { toNodeHandler } from "../../src/hosts/node.ts"
import { layerMemory as mediaInMemory, type FetchedMedia, MediaFetcher, type MediaStore } from "../../src/media.ts"
import { layerMemory as tasksInMemory, type TaskStore } from "../../src/tasks.ts"
import { type MeterEntry, Metering } from "../../src/telemetry/telemetry.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import type { UpstreamLimits } from "../../src/upstream/upstream.ts"
import { GatewayError } from "../../src/core/errors/error.ts"
import { HandClock } from "./clock.ts"
import { memberOf, vendorKey, Vendors } from "./upstream.ts"

/** What a test changes of the gateway. */
export interface RigOptions {
  readonly keys?: readonly ClientKey[]
  readonly policy?: GatewayOptions
  readonly routes?: readonly Families.Route[]
  /** Whether family V is served by Vertex AI, and not by the Gemini API. */
  readonly vertex?: boolean
  readonly family?: Partial<FamilyOptions>
  readonly polling?: VideoTaskOptions
  readonly limits?: Partial<UpstreamLimits>
  /** Where tasks and media are kept, in place of memory. */
  readonly tasks?: Layer.Layer<TaskStore>
  readonly media?: Layer.Layer<MediaStore>
  /** A clock and vendors that another rig has, too. */
  readonly clock?: HandClock
  readonly vendors?: Vendors
}

/** A client's request. */
export interface Sent {
  readonly body?: unknown
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** What came back to the client. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  readonly text: string
  readonly body: unknown
  /** The notes, each `<kind> <pointer>`. */
  readonly notes: readonly string[]
}

/** The two accounts of a rig that says nothing else. */
export const ann = "key-of-ann"
export const bob = "key-of-bob"

/** A running gateway of the video endpoints in front of the vendors. */
export interface Rig {
  readonly url: string
  readonly clock: HandClock
  readonly vendors: Vendors
  /** What was logged as a warning or worse. */
  readonly logged: readonly string[]
  /** What the meter was told. */
  readonly entries: readonly MeterEntry[]
  readonly post: (path: string, sent?: Sent) => Promise<Answered>
  readonly get: (path: string, sent?: Sent) => Promise<Answered>
  /** Submits, and gives the id. */
  readonly submitted: (body: object, sent?: Sent) => Promise<string>
  /** Submits, and waits until the task has ended. */
  readonly ended: (body: object) => Promise<string>
  readonly close: () => Promise<void>
}

const running: Rig[] = []

/** Closes what the tests of a file have started. */
export const closing = (): void =>
  afterEach(async () => {
    for (const rig of running.splice(0)) await rig.close()
  })

/** The paths of the endpoints. */
export const generations = "/v1/video/generations"

/** Starts one on a socket of its own. Time passes where `clock` is told so. */
export const startRig = async (options: RigOptions = {}): Promise<Rig> => {
  const { clock = new HandClock(), keys = [named(ann, "ann"), named(bob, "bob")] } = options
  const vendors = options.vendors ?? new Vendors(clock.now, vendorKey)
  const logged: string[] = []
  const entries: MeterEntry[] = []
  const metering = Layer.succeed(Metering)({ record: (entry) => Effect.sync(() => void entries.push(entry)) })
  const gateway = Gateway.make(
    Gateway.layer(videoGenerations, videoGeneration, videoDownload, videos, video, videoContent).pipe(
      Layer.provide(VideoTasks.layer(options.polling)),
      Layer.provide([options.tasks ?? tasksInMemory, options.media ?? mediaInMemory()]),
      Layer.provide(familiesOf(options).pipe(Layer.provide(layerFetch(vendors.fetch, options.limits)))),
      Layer.provideMerge(fetching(vendors)),
      Layer.provide([Credentials.keys(...keys), metering]),
      Layer.provideMerge(Layer.mergeAll(clock.layer, logging(logged)))
    ),
    options.policy
  )
  await gateway.ready
  const server = createServer(toNodeHandler(gateway))
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? address.port : 0)
    })
  })
  const url = `http://127.0.0.1:${port}`
  const close = async (): Promise<void> => {
    await gateway.dispose()
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  const rig = { url, clock, vendors, logged, entries, close, ...askingAt(url, clock) }
  running.push(rig)
  return rig
}

const named = (key: string, name: string): ClientKey => ({ key, name })

const askingAt = (url: string, clock: HandClock): Pick<Rig, "post" | "get" | "submitted" | "ended"> => {
  const post: Rig["post"] = (path, sent = {}) => ask(`${url}${path}`, "POST", sent)
  const submitted: Rig["submitted"] = async (body, sent) => {
    const answer = await post(generations, { ...sent, body })
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    return String(memberOf(answer.body, "task_id"))
  }
  return {
    post,
    get: (path, sent = {}) => ask(`${url}${path}`, "GET", sent),
    submitted,
    ended: async (body) => {
      const id = await submitted(body)
      await clock.pass(20_000)
      return id
    }
  }
}

const ask = async (url: string, method: string, { body, key = ann, headers, signal }: Sent): Promise<Answered> => {
  const isRaw = body instanceof FormData || body instanceof Uint8Array
  const answer = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(isRaw || body === undefined ? {} : { "content-type": "application/json" }),
      ...headers
    },
    ...(body === undefined ? {} : { body: isRaw ? body : typeof body === "string" ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal })
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const text = Buffer.from(bytes).toString("utf8")
  return { status: answer.status, headers: answer.headers, bytes, text, body: parsed(text), notes: notesIn(answer) }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const notesIn = ({ headers }: Response): readonly string[] =>
  (headers.get("x-isogloss-notes") ?? "")
    .split("; ")
    .slice(1)
    .map((note) => note.split(" ").slice(0, 2).join(" "))

const place = "http://vendors.test"

const familiesOf = ({ routes = [], vertex = false, family }: RigOptions) => {
  const key = vendorKey
  return Families.routed(
    routes,
    vertex
      ? VertexVeo.layer({ key, url: `${place}/v1/projects/p/locations/l`, ...family })
      : Veo.layer({ key, url: place, ...family }),
    Sora.layer({ key, url: `${place}/v1`, ...family }),
    Seedance.layer({ key, url: `${place}/ark/api/v3`, ...family })
  )
}

/** What lies elsewhere is fetched from the sandbox, without a key. */
const fetching = (vendors: Vendors): Layer.Layer<MediaFetcher> => {
  const fetched = (url: string, at = ""): Effect.Effect<FetchedMedia, GatewayError> =>
    Effect.flatMap(
      Effect.promise(() => vendors.at(url)),
      (answer) => (answer.ok ? Effect.promise(() => mediumIn(answer)) : Effect.fail(unusable(at)))
    )
  return Layer.succeed(MediaFetcher)({
    fetch: (url, { at } = {}) => fetched(url, at),
    stream: (url, { at } = {}) =>
      Effect.map(fetched(url, at), ({ mime, bytes }) => ({ mime, bytes: Stream.make(bytes) }))
  })
}

const mediumIn = async (answer: Response): Promise<FetchedMedia> => ({
  mime: answer.headers.get("content-type") ?? "",
  bytes: new Uint8Array(await answer.arrayBuffer())
})

const unusable = (pointer: string): GatewayError =>
  new GatewayError("InvalidRequest", "The URL cannot be used.", { pointer })

const logging = (logged: string[]): Layer.Layer<never> =>
  Logger.layer([
    Logger.make(({ logLevel, message, fiber }) => {
      const line = JSON.stringify([message, fiber.getRef(References.CurrentLogAnnotations)])
      if (logLevel !== "Info" && logLevel !== "Debug" && logLevel !== "Trace") logged.push(line)
    })
  ])
