import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Credentials } from "../../src/credentials/credentials.ts"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { images } from "../../src/endpoints/images.ts"
import { videoGeneration, videoGenerations } from "../../src/endpoints/videos/generations.ts"
import { videoContent } from "../../src/endpoints/videos/videos.ts"
import { openApi } from "../../src/endpoints/open-api.ts"
import { VideoTasks } from "../../src/exchange/videos/tasks.ts"
import * as Families from "../../src/families/families.ts"
import * as Gemini from "../../src/families/gemini.ts"
import * as GptImage from "../../src/families/gpt-image.ts"
import * as OpenAI from "../../src/families/openai.ts"
import * as QwenImage from "../../src/families/qwen-image.ts"
import * as Seedance from "../../src/families/seedance.ts"
import * as Seedream from "../../src/families/seedream.ts"
import * as Sora from "../../src/families/sora.ts"
import * as Veo from "../../src/families/veo.ts"
import { Gateway, type GatewayOptions } from "../../src/gateway/gateway.ts"
import { attach, type NodeOptions } from "../../src/hosts/node.ts"
import { type Account, Accounts, listedAccounts, hashPassword, loadArgon2 } from "../../src/lab/accounts.ts"
import { type DressingTask, DressingTasks } from "../../src/lab/dressing.ts"
import { lab } from "../../src/lab/endpoints.ts"
import { type LoginOptions, Logins, withLogins } from "../../src/lab/logins.ts"
import { layerMemory as layerMedia } from "../../src/media/store/store.ts"
import { make } from "../../src/sandbox.ts"
import { layerMemory as layerTasks } from "../../src/tasks/memory.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { HandClock } from "../videos/clock.ts"
import { type WireNames, wireNames } from "../../src/core/format.ts"

/** The key of clients, of the account `painters`. */
export const clientKey = "key-of-a-client"

/** The secret of login tokens. */
export const secret = "a secret of more than thirty-two bytes"

/** One call that an upstream received. */
export interface Received {
  readonly path: string
  readonly body: unknown
}

/** What came back to the client, and what happened on the way. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
  readonly calls: readonly Received[]
  /** The notes, each `<kind> <pointer>`. */
  readonly notes: readonly string[]
}

/** A request of a client. */
export interface Sent {
  readonly method?: "GET" | "POST" | "PUT"
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** A text goes as it is, all else as JSON. */
  readonly body?: unknown
}

/** What a test changes. */
export interface RigOptions {
  readonly logins?: Partial<LoginOptions>
  readonly accounts?: readonly Omit<Account, "hash">[]
  readonly tasks?: (taskId: string, owner: string) => DressingTask | undefined
  readonly policy?: GatewayOptions
  readonly names?: Pick<WireNames, "product">
  readonly node?: NodeOptions
  /** Answers in place of the sandbox; by how often it was called before. */
  readonly answer?: (times: number) => Response | undefined
}

/** A gateway of the lab on a port, in front of the sandbox's image models. */
export interface Rig {
  readonly send: (sent: Sent) => Promise<Answered>
  /** Logs in; the token with its scheme. */
  readonly login: (username?: string, password?: string) => Promise<Answered>
  /** The hashes against which passwords were checked. */
  readonly checked: string[]
  /** Time stands still until it is told to go on. */
  readonly clock: HandClock
  /** Lets the time pass that a video takes; the id of its task. */
  readonly finish: (id: string) => Promise<string>
  readonly close: () => Promise<void>
}

/** The account that every rig has; its password is its name. */
const usual = [{ username: "ada", name: "painters" }]

/** Starts one. */
export const startRig = async (options: RigOptions = {}): Promise<Rig> => {
  const { accounts = usual, names = wireNames, tasks = () => undefined } = options
  let calls: Received[] = []
  const checked: string[] = []
  const clock = new HandClock()
  const { fetch: sandbox } = make({ links: "data", now: clock.now })
  const upstream = async (request: Request): Promise<Response> => {
    const { pathname: path } = new URL(request.url)
    const times = calls.push({ path, body: await bodyOf(request.clone()) }) - 1
    return options.answer?.(times) ?? sandbox(request)
  }
  const argon2 = await loadArgon2()
  const verify = (hash: string, password: string): Promise<boolean> => {
    checked.push(hash)
    return argon2.verify(hash, password)
  }
  const hashed = await Promise.all(accounts.map(async (it) => ({ ...it, hash: await hashPassword(it.username) })))
  const logins = Logins.layer({ secrets: [secret], ...options.logins }).pipe(
    Layer.provide(Layer.sync(Accounts)(() => listedAccounts(verify, hashed)))
  )
  const find = (taskId: string, { name }: { readonly name: string }) => Effect.sync(() => tasks(taskId, name))
  const gateway = Gateway.make(
    Gateway.layer(
      ...lab(names),
      images,
      chatCompletions,
      videoGenerations,
      videoGeneration,
      videoContent,
      openApi
    ).pipe(
      Layer.provide(VideoTasks.layer()),
      Layer.provide(layerTasks),
      Layer.provide(layerMedia()),
      Layer.provide(families.pipe(Layer.provide(layerFetch(upstream)))),
      Layer.provide(Layer.succeed(DressingTasks)({ find })),
      Layer.provide(withLogins(Credentials.keys({ key: clientKey, name: "painters" }))),
      Layer.provide(logins),
      Layer.provideMerge(clock.layer)
    ),
    options.policy
  )
  await gateway.ready
  const server = createServer()
  attach(server, gateway, options.node)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const send = async (sent: Sent): Promise<Answered> => {
    calls = []
    const response = await fetch(`http://127.0.0.1:${port}${sent.path}`, initOf(sent))
    const { status, headers } = response
    return { status, headers, body: await response.json(), calls, notes: notesIn(headers) }
  }
  return {
    send,
    login: (username = "ada", password = username) =>
      send({ path: tokenPath, headers: {}, body: { username, password } }),
    checked,
    clock,
    finish: async (id) => {
      await clock.pass(20_000)
      return id
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await gateway.dispose()
    }
  }
}

/** Where tokens are given. */
export const tokenPath = "/prod-api/v3/auth/getToken"

/** The path of one of the lab's other endpoints. */
export const labPath = (name: string): string => `/prod-api/gateway/v4/api/${name}`

const key = "sandbox"

const families = Families.of(
  Gemini.layer({ key, url: "http://sandbox.test" }),
  Seedream.layer({ key, url: "http://sandbox.test/ark/api/v3" }),
  QwenImage.layer({ key, url: "http://sandbox.test/dashscope/api/v1" }),
  GptImage.layer({ key, url: "http://sandbox.test/v1" }),
  Veo.layer({ key, url: "http://sandbox.test" }),
  Sora.layer({ key, url: "http://sandbox.test/v1" }),
  Seedance.layer({ key, url: "http://sandbox.test/ark/api/v3" }),
  OpenAI.layer({ key, url: "http://sandbox.test/v1" })
)

const initOf = ({ method = "POST", headers = { authorization: `Bearer ${clientKey}` }, body }: Sent): RequestInit =>
  method === "GET"
    ? { method, headers }
    : {
        method,
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body)
      }

const bodyOf = async (request: Request): Promise<unknown> => {
  const isForm = request.headers.get("content-type")?.startsWith("multipart/form-data") === true
  if (isForm) return Object.fromEntries(await request.formData())
  const text = await request.text()
  return text === "" ? undefined : JSON.parse(text)
}

const notesIn = (headers: Headers): readonly string[] =>
  (headers.get("x-isogloss-notes") ?? "")
    .split("; ")
    .slice(1)
    .map((note) => note.split(" ").slice(0, 2).join(" "))
