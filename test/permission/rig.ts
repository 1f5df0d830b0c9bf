import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect } from "vitest"
import { readFile } from "../../src/config/file.ts"
import { composeGateway } from "../../src/hosts/cli/compose.ts"

/** A request that reached a vendor. */
export interface Heard {
  readonly path: string
  readonly type: string
  readonly text: string
}

/** What came back to a client, and what the vendors heard on the way. */
export interface Answered {
  readonly status: number
  readonly text: string
  readonly heard: readonly Heard[]
}

/** A request of a client. A text, a form or bytes of a type go as they are, all else as JSON. */
export interface Sent {
  readonly path: string
  readonly body: unknown
  readonly key: KeyName
  readonly type?: string
}

/** A gateway as the command makes it, in front of vendors on a socket, who write down what they hear and refuse it. */
export interface Rig {
  readonly send: (sent: Sent) => Promise<Answered>
  readonly close: () => Promise<void>
}

/** The models that a key may use that may not use all. */
export const cheap = {
  openai: "gpt-4o-mini",
  openrouter: "openai/gpt-4o-mini",
  compatible: "llama-small",
  items: "items-small",
  claude: "claude-haiku-4-5",
  gemini: "gemini-2.5-flash",
  embedder: "text-embedding-3-small",
  geminiEmbedder: "gemini-embedding-001",
  painter: "gpt-image-1",
  filmer: "sora-2",
  ranker: "jina-reranker-v2-base-multilingual"
} as const

/** One that it may not use, whatever family serves it. */
export const costly = "costly-1"

const models = JSON.stringify(Object.values(cheap))

/** Client keys: of some models, of some and what vendors choose, of all, of all but what vendors choose, and of a glob. */
const keys = {
  narrow: `models: ${models}`,
  routed: `models: ${models}, routing: true`,
  wide: "",
  unrouted: "routing: false",
  globbed: 'models: ["openai/gpt-4o-*"]'
} as const

/** A key's name. */
export type KeyName = keyof typeof keys

const configuration = (vendor: string): string => `
keys:
${Object.entries(keys)
  .map(([name, more]) => `  - { key: key-of-${name}, name: ${name}${more === "" ? "" : `, ${more}`} }`)
  .join("\n")}
upstreams:
${Object.entries({
  openai: "/v1",
  openrouter: "/v1",
  compatible: "/v1",
  claude: "",
  gemini: "",
  gptimage: "/v1",
  sora: "/v1",
  jina: "/v1"
})
  .map(([family, path]) => `  ${family}: { family: ${family}, url: "${vendor}${path}", key: operator }`)
  .join("\n")}
  items: { family: compatible, format: responses, url: "${vendor}/v1", key: operator }
models:
  - { match: "openai/*", upstream: openrouter }
  - { match: "openrouter/*", upstream: openrouter }
  - { match: "llama-*", upstream: compatible }
  - { match: "items-*", upstream: items }
  - { match: nickname, upstream: openai, model: ${cheap.openai} }
  - { match: chosen, upstream: openrouter, model: openrouter/auto }
  - { match: small, upstream: gemini, model: ${cheap.gemini} }
`

/** Starts one. */
export const startRig = async (): Promise<Rig> => {
  let heard: Heard[] = []
  const vendor = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on("data", (piece: Buffer) => pieces.push(piece))
    request.on("end", () => {
      const type = request.headers["content-type"] ?? ""
      heard.push({ path: request.url ?? "", type, text: Buffer.concat(pieces).toString("utf8") })
      response.writeHead(422, { "content-type": "application/json" })
      response.end(JSON.stringify({ error: { message: "heard" } }))
    })
  })
  await new Promise<void>((resolve) => void vendor.listen(0, "127.0.0.1", resolve))
  const read = readFile(configuration(`http://127.0.0.1:${portOf(vendor.address())}`), {})
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  const gateway = await composeGateway(read.value)
  await gateway.ready
  return {
    send: async ({ path, body, key, type }) => {
      const send = async (more = ""): Promise<Answered> => {
        heard = []
        const response = await gateway.fetch(requestOf(path, body, key, more, type))
        return { status: response.status, text: await response.text(), heard }
      }
      const answered = await send()
      // what is wrong inside the lists of a long body is its vendor's to refuse
      if (isLong(body) || answered.status === 400) return answered
      expect(outcomeOf(await send(padding)), "what a long body leads to").toEqual(outcomeOf(answered))
      return answered
    },
    close: async () => {
      await gateway.dispose()
      await new Promise((resolve) => void vendor.close(resolve))
    }
  }
}

const portOf = (address: AddressInfo | string | null): number =>
  address === null || typeof address === "string" ? 0 : address.port

/** White space that makes a body so long that no list of it is read where nobody must look inside. */
export const padding = " ".repeat(4096)

/** Whether a body is long as it is, or none to which white space can be added. */
const isLong = (body: unknown): boolean =>
  body instanceof FormData ||
  body instanceof Uint8Array ||
  (typeof body === "string" ? body : JSON.stringify(body)).length > padding.length

const outcomeOf = ({ status, heard }: Answered): unknown => ({
  status,
  heard: heard.map(({ path, type, text }) => ({ path, type: type.split(";")[0], text: wordsOf(type, text) }))
})

/** What a body says; of a form, whose boundary is another each time, how long it is. */
const wordsOf = (type: string, text: string): unknown =>
  type.startsWith("application/json") ? text.trimEnd() : text.length

const requestOf = (path: string, body: unknown, key: string, more: string, type = "application/json"): Request => {
  const headers = { authorization: `Bearer key-of-${key}` }
  if (body instanceof FormData) return new Request(`http://gateway.test${path}`, { method: "POST", headers, body })
  return new Request(`http://gateway.test${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": type },
    body:
      body instanceof Uint8Array ? Buffer.from(body) : (typeof body === "string" ? body : JSON.stringify(body)) + more
  })
}
