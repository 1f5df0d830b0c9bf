import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { rawClient } from "../faults/index.ts"
import { isogloss } from "./process.ts"
import { clientKey, fileOf, type Node, nodeWith, pathOf, upstreamsAt } from "./started.ts"

const timeout = 60_000
const answered = JSON.stringify({
  id: "x",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "a" }, finish_reason: "stop" }]
})

const seen: string[] = []
let release: () => void = () => undefined

/** Answers at once; the model `held` begins a stream, and ends it when it is let go. */
const serve = (request: IncomingMessage, response: ServerResponse): void => {
  let body = ""
  request.on("data", (piece: Buffer) => (body += piece.toString()))
  request.once("end", () => {
    const { model }: { readonly model: string } = JSON.parse(body)
    seen.push(`${model} ${request.headers.authorization}`)
    if (model !== "held") return void response.writeHead(200, { "content-type": "application/json" }).end(answered)
    response.writeHead(200, { "content-type": "text/event-stream" })
    response.write('data: {"id":"x","choices":[{"index":0,"delta":{"content":"one"}}]}\n\n')
    release = () =>
      response.end('data: {"id":"x","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')
  })
}

const vendor = createServer(serve)
let url = ""
beforeAll(async () => {
  await new Promise<void>((resolve) => vendor.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
})
afterAll(() => vendor.close())

const first = { key: clientKey, name: "first" }
const second = { key: "key-of-another-client", name: "second" }

/** What a file holds that is right. */
const sound = () => ({ keys: [first], upstreams: upstreamsAt(url), tasks: "memory" })

const ask = (node: Node, key: string, model: string, more: object = {}): Promise<Response> =>
  fetch(`${node.url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ model, messages: [{ role: "user", content: "a" }], ...more })
  })

const statusOf = async (node: Node, key: string, model = "gpt-4o"): Promise<number> => {
  const answer = await ask(node, key, model)
  await answer.text()
  return answer.status
}

/** Writes the node's file anew, and lets it be read; what it says of that. */
const reload = async ({ file, started }: Node, configuration: unknown, line = "Reloaded"): Promise<string> => {
  fileOf(typeof configuration === "string" ? configuration : { listen: { port: 0 }, ...Object(configuration) }, file)
  const said = started.next(line)
  started.child.kill("SIGHUP")
  return said
}

describe("isogloss serve whose file is read anew", () => {
  it("knows a new key, and an old one no more, in one line that names them", { timeout }, async () => {
    const node = await nodeWith(sound())
    expect(await statusOf(node, second.key)).toBe(401)
    const said = await reload(node, { ...sound(), keys: [second] })
    expect(said).toBe("Reloaded: keys (new: second; gone: first).")
    expect(await reload(node, { ...sound(), keys: [second] })).toMatch(/^Reloaded: no key/)
    expect([await statusOf(node, first.key), await statusOf(node, second.key)]).toEqual([401, 200])
  })

  it("lets what a key that is gone has under way finish", { timeout }, async () => {
    const routed = { ...sound(), models: [{ match: "held", upstream: "openai" }] }
    const node = await nodeWith(routed)
    const stream = await ask(node, first.key, "held", { stream: true })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = (await reader?.read())?.value ?? ""
    await reload(node, { ...sound(), keys: [second] })
    expect(await statusOf(node, first.key)).toBe(401)
    release()
    for (let more = await reader?.read(); more?.value !== undefined; more = await reader?.read()) text += more.value
    expect([text.includes("one"), text.endsWith("data: [DONE]\n\n")]).toEqual([true, true])
  })

  it("takes models, permissions and the vendor's key from it", { timeout }, async () => {
    const node = await nodeWith(sound())
    const upstreams = { ...sound().upstreams, openai: { family: "openai", url: `${url}/v1`, key: "rotated" } }
    const models = [{ match: "fast", upstream: "openai", model: "gpt-4o-mini" }]
    const keys = [{ ...first, models: ["gpt-4o-mini"] }]
    expect(await statusOf(node, first.key, "fast")).toBe(404)
    const said = await reload(node, { ...sound(), keys, upstreams, models })
    expect(said).toBe("Reloaded: keys (changed: first), upstreams (changed: openai), models (new: fast).")
    seen.length = 0
    const statuses = [await statusOf(node, first.key, "fast"), await statusOf(node, first.key, "gpt-4o")]
    expect([statuses, seen]).toEqual([[200, 404], ["gpt-4o-mini Bearer rotated"]])
  })

  it("says what needs a start", { timeout }, async () => {
    const node = await nodeWith(sound())
    const said = await reload(node, {
      ...sound(),
      tasks: `file:${pathOf("tasks.sqlite")}`,
      strict: true,
      limits: { logins: { failures: 3 } }
    })
    expect(said).toBe(
      "Reloaded: no key, account, upstream, model or limit changed. At the next start: tasks, media, limits.logins, strict."
    )
  })

  it("takes limits from it: of accounts, upstreams, answers, clocks and connections", { timeout }, async () => {
    const routed = { ...sound(), models: [{ match: "held", upstream: "openai" }] }
    const clocks = { head: 100 }
    const node = await nodeWith({ ...routed, limits: { clocks } })
    const stream = await ask(node, first.key, "held", { stream: true })
    const limited = async (limits: object): Promise<readonly [string, number]> => [
      await reload(node, { ...routed, limits: { clocks, ...limits } }),
      await statusOf(node, first.key)
    ]
    expect([
      await limited({ key: { requests: 1 } }),
      await limited({ upstream: { sockets: 1, wait: 0.05 } }),
      await limited({ answers: { whole: 10 } }),
      await limited({})
    ]).toEqual([
      ["Reloaded: limits (changed: key.requests).", 429],
      ["Reloaded: limits (changed: upstream.sockets, upstream.wait, key.requests).", 503],
      ["Reloaded: limits (changed: upstream.sockets, upstream.wait, answers.whole).", 502],
      ["Reloaded: limits (changed: answers.whole).", 200]
    ])
    release()
    await stream.text()
    const said = await reload(node, { ...routed, limits: { clocks: { head: 0.2 }, connections: { all: 50 } } })
    expect(said).toBe("Reloaded: limits (changed: connections.all, connections.address, clocks.head).")
    const late = await rawClient(node.url)
    expect((await late.ended()).responses[0]?.status).toBe(408)
  })

  it("sends at once what waits for a socket, where there may be more", { timeout }, async () => {
    const node = await nodeWith({ ...sound(), limits: { upstream: { sockets: 1, wait: 30 } } })
    const stream = await ask(node, first.key, "held", { stream: true })
    const waiting = statusOf(node, first.key)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const more = { ...sound(), limits: { upstream: { sockets: 4, wait: 30 } } }
    expect(await reload(node, more)).toBe("Reloaded: limits (changed: upstream.sockets).")
    expect(await waiting).toBe(200)
    release()
    await stream.text()
  })

  it("changes nothing where it is wrong, and says all that is", { timeout }, async () => {
    const node = await nodeWith(sound())
    const wrong = { ...sound(), keys: [second, { key: 5 }], models: [{ match: "a", upstream: "b" }] }
    const said = reload(node, wrong, "Nothing has changed.")
    await said
    expect(node.started.stderr()).toBe(
      `isogloss: The configuration in ${node.file} is wrong:\n` +
        "  line 1: `keys[1].key` must be the key that clients send, visible ASCII characters without spaces (put it in quotes).\n" +
        "  line 1: `models[0].upstream` must be the name of one of the `upstreams`: `openai`, `claude`, `gemini`, `sora`.\n" +
        "Nothing has changed.\n"
    )
    expect([await statusOf(node, first.key), await statusOf(node, second.key)]).toEqual([200, 401])
    expect(await reload(node, { ...sound(), keys: [first, second] })).toBe("Reloaded: keys (new: second).")
  })

  it("says so where there is none", { timeout }, async () => {
    const started = isogloss(["serve", "--port", "0"])
    await started.saying('"stream":true')
    const said = started.next("Nothing has changed.")
    started.child.kill("SIGHUP")
    await said
    started.child.kill("SIGTERM")
    expect(await started.ended).toMatchObject({
      code: 0,
      stderr:
        "isogloss: There is no file to read again: this run was configured by its environment.\nNothing has changed.\n"
    })
  })
})
