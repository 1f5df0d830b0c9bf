import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { readFile } from "../../src/config/file.ts"
import { composeGateway } from "../../src/hosts/cli/compose.ts"
import { attach } from "../../src/hosts/node.ts"
import { serverOptions } from "../../src/hosts/node-server.ts"
import { make } from "../../src/sandbox.ts"
import { listen as sandboxOn } from "../../src/sandbox/listen.ts"
import { closed, listen } from "../faults/loopback.ts"
import { canary } from "../secrets/canary.ts"
import { watched } from "./watched.ts"

/** What the scripted vendor answers next. */
export interface Script {
  readonly status: number
  readonly type: string
  /** The pieces of the body, in which {@link keyPlace} is the key that the vendor was called with. */
  readonly pieces: readonly Uint8Array[]
  /** Whether the connection breaks behind them. */
  readonly breaks?: boolean
}

/** Stands for the vendor's key in what it says, and for the client's in what clients send. */
export const keyPlace = "{{key}}"

/** A gateway with every endpoint on a real socket, in front of the sandbox, and of vendors that say what they are told. */
export interface Rig {
  readonly port: number
  readonly url: string
  readonly clientKey: string
  /** What no client may be told. */
  readonly secrets: readonly string[]
  /** What the vendors of the models `scripted-…` answer from now on. */
  readonly say: (script: Script) => void
  /** What went wrong unseen since this was last asked. */
  readonly wrong: () => string | undefined
  /** What another client is told, the same each time where nobody disturbs it. */
  readonly other: () => Promise<string>
  readonly close: () => Promise<void>
}

const sandboxed: Readonly<Record<string, string>> = {
  openai: "/v1",
  claude: "",
  gemini: "",
  qwen: "/qwen/v1",
  deepseek: "/deepseek/v1",
  kimi: "/kimi/v1",
  openrouter: "/openrouter/v1",
  jina: "/jina/v1",
  cohere: "/cohere",
  seedream: "/ark/api/v3",
  qwenimage: "/dashscope/api/v1",
  gptimage: "/v1",
  veo: "",
  sora: "/v1",
  seedance: "/ark/api/v3"
}

const hash = "$argon2id$v=19$m=19456,t=2,p=1$c29tZSBzYWx0$YSBkaWdlc3QgdGhhdCBpcyBub25l"

const configurationOf = (sandbox: string, scripted: string, keys: readonly string[]): string => {
  const [client, other, key, login] = keys
  return JSON.stringify({
    keys: [
      { key: client, name: "fuzzer" },
      { key: other, name: "other" }
    ],
    upstreams: {
      ...Object.fromEntries(
        Object.entries(sandboxed).map(([family, path]) => [family, { family, url: sandbox + path, key }])
      ),
      chat: { family: "compatible", url: `${scripted}/v1`, key },
      blocks: { family: "claude", url: scripted, key },
      contents: { family: "gemini", url: scripted, key },
      items: { family: "compatible", format: "responses", url: `${scripted}/v1`, key }
    },
    models: [
      { match: "scripted-chat-completions", upstream: "chat" },
      { match: "scripted-messages", upstream: "blocks", model: "claude-sonnet-4-5" },
      { match: "scripted-responses", upstream: "items" },
      { match: "scripted-generate-content", upstream: "contents", model: "gemini-2.5-flash" }
    ],
    tasks: "memory",
    accounts: [{ username: "ada", hash }],
    loginSecret: login
  })
}

/** Starts one. */
export const startRig = async (): Promise<Rig> => {
  const [client, other, key, login] = [canary(), canary(), canary(), canary()].map((it) => it.replaceAll("/", "_"))
  if (client === undefined || other === undefined || key === undefined || login === undefined)
    throw new Error("no keys")
  const sandbox = await sandboxOn(make({ pace: 0, key, now: () => 1_790_000_000_000 }))
  let script: Script = { status: 500, type: "text/plain", pieces: [] }
  const scripted = createServer((request, response) => answer(request, response, script, key))
  const scriptedPort = await listen(scripted)
  const read = readFile(
    configurationOf(sandbox.url, `http://127.0.0.1:${scriptedPort}`, [client, other, key, login]),
    {}
  )
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  const gateway = await composeGateway(read.value)
  await gateway.ready
  const server = createServer(serverOptions())
  attach(server, gateway, { connections: read.value.limits.connections })
  const port = await listen(server)
  const url = `http://127.0.0.1:${port}`
  const log = watched()
  return {
    port,
    url,
    clientKey: client,
    secrets: [client, other, key, login],
    say: (next) => void (script = next),
    wrong: log.wrong,
    other: () => asked(url, other),
    close: async () => {
      log.off()
      await gateway.dispose()
      await Promise.all([closed(server), closed(scripted), sandbox.close()])
    }
  }
}

const answer = (request: IncomingMessage, response: ServerResponse, script: Script, key: string): void => {
  request.resume().on("end", () => {
    response.on("error", () => undefined)
    response.writeHead(script.status, { "content-type": script.type })
    void tell(response, script, key)
  })
}

const tell = async (response: ServerResponse, { pieces, breaks = false }: Script, key: string): Promise<void> => {
  for (const piece of pieces) {
    const text = Buffer.from(piece).toString("latin1").replaceAll(keyPlace, key)
    await new Promise((resolve) => void response.write(Buffer.from(text, "latin1"), resolve))
  }
  if (breaks) response.destroy()
  else response.end()
}

/** A chat of another client at the sandbox, whole and streamed. */
const asked = async (url: string, key: string): Promise<string> => {
  const told = [false, true].map(async (stream) => {
    const response = await fetch(`${url}/v1/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key, "anthropic-version": "2023-06-01" },
      body: JSON.stringify({ model: "gpt-4o", max_tokens: 50, stream, messages: [{ role: "user", content: "Hello" }] })
    })
    return `${response.status} ${await response.text()}`
  })
  return (await Promise.all(told)).join("\n")
}
