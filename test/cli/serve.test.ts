import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { isogloss, pasted, type Started } from "./process.ts"

let folder = ""
const running: Started[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "isogloss-"))
})

afterEach(async () => void (await Promise.all(running.splice(0).map((started) => started.killed()))))

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const serve = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Started => {
  const started = isogloss(["serve", ...args], env)
  running.push(started)
  return started
}

const fileOf = async (configuration: unknown): Promise<string> => {
  const file = join(folder, `${crypto.randomUUID()}.json`)
  await writeFile(file, JSON.stringify(configuration))
  return file
}

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
  })

/** A vendor that answers once it has read a body. */
const vendorThat = (answer: (request: IncomingMessage, body: string, response: ServerResponse) => void): Server =>
  createServer((request, response) => {
    let body = ""
    request.on("data", (piece: Buffer) => (body += piece.toString()))
    request.once("end", () => answer(request, body, response))
  })

const urlIn = (said: string): string => /http:\/\/\S+/.exec(said)?.[0] ?? ""

/** Whether a new connection is taken. */
const isOpen = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1")
    socket.once("connect", () => resolve((socket.destroy(), true)))
    socket.once("error", () => resolve(false))
  })

const chat = (url: string, model: string, key: string): Promise<Response> =>
  fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ model, messages: [{ role: "user", content: "Hi" }] })
  })

describe("isogloss serve with nothing configured", () => {
  it("prints three commands that work as they stand", { timeout: 180_000 }, async () => {
    const said = await serve(["--port", "0"]).saying('"stream":true')
    expect(said).toContain('this is the sandbox, on this machine alone, with the key "sandbox"')
    expect(said).toMatch(/^ {2}models {3}\S+: \S+, \S+/m)
    expect(urlIn(said)).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const lines = said.split("\n").filter((line) => line.startsWith("  curl "))
    const [completion, message, stream] = await Promise.all(lines.map((line) => pasted(line)))
    expect(lines).toHaveLength(3)
    expect(JSON.parse(completion?.stdout ?? "")).toMatchObject({ object: "chat.completion", model: "gpt-4o-mini" })
    expect(JSON.parse(message?.stdout ?? "")).toMatchObject({ type: "message", model: "claude-haiku-4-5" })
    expect(stream?.stdout).toMatch(
      /^event: message_start\n[\s\S]*event: message_stop\ndata: \{"type":"message_stop"\}\n\n$/
    )
  })

  it("stops with 0 on a signal", { timeout: 180_000 }, async () => {
    const started = serve(["--port", "0"])
    await started.saying('"stream":true')
    started.child.kill("SIGTERM")
    expect(await started.ended).toMatchObject({ code: 0, stderr: "" })
  })
})

describe("isogloss serve with a vendor's key in the environment", () => {
  it("serves this machine with a key made for the run, and says so", { timeout: 180_000 }, async () => {
    const vendor = vendorThat((_, __, response) => {
      response.setHeader("content-type", "application/json")
      response.end(
        '{"id":"c","object":"chat.completion","created":1,"model":"gpt-4o-mini","choices":[{"index":0,"message":{"role":"assistant","content":"ho"},"finish_reason":"stop"}]}'
      )
    })
    const env = { OPENAI_API_KEY: "vendor", OPENAI_BASE_URL: `http://127.0.0.1:${await listening(vendor)}/v1` }
    const said = await serve(["--port", "0"], env).saying('"stream":true')
    expect(said).toContain("only this machine is served, with a key made for this run")
    const line = said.split("\n").find((it) => it.startsWith("  curl ")) ?? ""
    const answer = await pasted(line)
    vendor.close()
    expect(JSON.parse(answer.stdout)).toMatchObject({ choices: [{ message: { content: "ho" } }] })
  })
})

describe("isogloss serve without a model that chats", () => {
  it.each([
    ["sora", "/v1/videos", { id: "video_1" }, { task_id: expect.any(String), status: "submitted", format: "mp4" }],
    [
      "gptimage",
      "/v1/images/generations",
      { created: 1, data: [{ b64_json: "AAAA" }] },
      { data: { data: [{ b64_json: "AAAA" }] } }
    ],
    [
      "cohere",
      "/v2/rerank",
      { id: "1", results: [{ index: 0, relevance_score: 0.5 }], meta: { billed_units: { search_units: 1 } } },
      { results: [expect.objectContaining({ index: 0 })] }
    ]
  ])("prints one command that works: with %s", { timeout: 180_000 }, async (family, path, said, told) => {
    const asked: (string | undefined)[] = []
    const vendor = vendorThat(({ url }, _, response) => {
      asked.push(url)
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify(said))
    })
    const url = `http://127.0.0.1:${await listening(vendor)}${path.replace(/\/(?:videos|images\/generations|rerank)$/, "")}`
    const upstreams = { only: { family, url, key: "vendor" } }
    const file = await fileOf({ listen: { port: 0 }, keys: [{ key: "k" }], upstreams, tasks: "memory" })
    const banner = await serve(["--config", file]).saying("  curl ")
    const lines = banner.split("\n").filter((line) => line.startsWith("  curl "))
    const answer = await pasted(lines[0] ?? "", { ISOGLOSS_KEY: "k" })
    vendor.close()
    expect([lines.length, asked[0]]).toEqual([1, path])
    expect(JSON.parse(answer.stdout)).toMatchObject(told)
  })
})

describe("isogloss serve with a file", () => {
  it("sends each model to its upstream with the upstream's key", { timeout: 180_000 }, async () => {
    const seen: string[] = []
    const vendor = vendorThat(({ url, headers }, body, response) => {
      seen.push(`${url} ${headers.authorization ?? String(headers["x-api-key"])} ${body}`)
      response.statusCode = 418
      response.end()
    })
    const port = await listening(vendor)
    const file = await fileOf({
      listen: { host: "127.0.0.1", port: 1 },
      keys: [{ key: "k", name: "tests", models: ["gpt-*", "claude-rec-7"] }],
      upstreams: {
        openai: { format: "chat-completions", url: `http://127.0.0.1:${port}/v1`, key: "${UP}", family: "openai" },
        anthropic: { format: "messages", url: `http://127.0.0.1:${port}`, key: "up-2", family: "claude" }
      },
      models: [
        { match: "gpt-*", upstream: "openai" },
        { match: "claude-*", upstream: "anthropic" }
      ]
    })
    const said = await serve(["--config", file, "--port", "0"], { UP: "up-1" }).saying('"stream":true')
    const url = urlIn(said)
    await chat(url, "gpt-rec-12", "k")
    await chat(url, "claude-rec-7", "k")
    expect([(await chat(url, "claude-rec-8", "k")).status, (await chat(url, "gpt-rec-12", "x")).status]).toEqual([
      404, 401
    ])
    vendor.close()
    expect(seen).toEqual([
      '/v1/chat/completions Bearer up-1 {"model":"gpt-rec-12","messages":[{"role":"user","content":"Hi"}]}',
      '/v1/messages up-2 {"model":"claude-rec-7","max_tokens":8192,"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}]}'
    ])
    expect(said).not.toContain("up-1")
    expect(said).toContain("Set ISOGLOSS_KEY to a key of tests")
  })

  it("lets an answer that is under way finish after the signal", { timeout: 180_000 }, async () => {
    let began = (): void => undefined
    const beginning = new Promise<void>((resolve) => (began = resolve))
    let release = (): void => undefined
    const vendor = createServer((_, response) => {
      release = () => response.writeHead(500).end()
      began()
    })
    const port = await listening(vendor)
    const file = await fileOf({
      keys: [{ key: "k" }],
      upstreams: { openai: { url: `http://127.0.0.1:${port}/v1`, key: "u", family: "openai" } }
    })
    const started = serve(["--config", file, "--port", "0"])
    const url = urlIn(await started.saying('"stream":true'))
    const answer = chat(url, "gpt-4o", "k")
    await beginning
    started.child.kill("SIGINT")
    while (await isOpen(url)) await new Promise((resolve) => setImmediate(resolve))
    release()
    expect((await answer).status).toBeGreaterThanOrEqual(500)
    expect((await started.ended).code).toBe(0)
    vendor.close()
  })
})

describe("isogloss serve with client keys and no vendor", () => {
  it("is the sandbox on this machine alone, with these keys", { timeout: 180_000 }, async () => {
    const said = await serve(["--port", "0"], { ISOGLOSS_KEYS: "mine", OPENAI_BASE_URL: "http://a" }).saying(
      '"stream":true'
    )
    expect(said).toContain("No vendor is configured: this is the sandbox, on this machine alone, with your keys.\n")
    expect(said).toContain("`OPENAI_BASE_URL` has no effect: `OPENAI_API_KEY` is not set.\n")
    expect(said).not.toContain("mine")
    const url = urlIn(said)
    const statuses = await Promise.all(["mine", "sandbox"].map(async (key) => (await chat(url, "gpt-4o", key)).status))
    expect(statuses).toEqual([200, 401])
  })
})

describe("pages of isogloss serve", () => {
  it("need a key but for the probes and those that the configuration opens", { timeout: 180_000 }, async () => {
    const file = await fileOf({
      listen: { port: 0 },
      keys: [{ key: "k" }],
      upstreams: { o: { family: "openai", key: "x" } },
      open: ["/metrics"]
    })
    const url = urlIn(await serve(["--config", file]).saying('"stream":true'))
    const statusOf = async (path: string): Promise<number> => (await fetch(url + path)).status
    const paths = ["/livez", "/readyz", "/metrics", "/openapi.json", "/openapi.json?key=k"]
    expect(await Promise.all(paths.map(statusOf))).toEqual([200, 200, 200, 401, 200])
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('{endpoint="livez",status="200"} 1')
  })
})

describe("isogloss --help", () => {
  it("names the variables of every vendor", { timeout: 180_000 }, async () => {
    const { code, stdout } = await isogloss(["--help"]).ended
    expect(code).toBe(0)
    expect(stdout.match(/\b[A-Z]+(?:_[A-Z]+)*_API_KEY, [A-Z_]+_BASE_URL$/gm)).toEqual([
      "ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL",
      "COHERE_API_KEY, COHERE_BASE_URL",
      "DEEPSEEK_API_KEY, DEEPSEEK_BASE_URL",
      "GEMINI_API_KEY, GOOGLE_GEMINI_BASE_URL",
      "OPENAI_API_KEY, OPENAI_BASE_URL",
      "JINA_API_KEY, JINA_BASE_URL",
      "MOONSHOT_API_KEY, MOONSHOT_BASE_URL",
      "OPENAI_API_KEY, OPENAI_BASE_URL",
      "OPENROUTER_API_KEY, OPENROUTER_BASE_URL",
      "DASHSCOPE_API_KEY, DASHSCOPE_BASE_URL",
      "DASHSCOPE_API_KEY, DASHSCOPE_HTTP_BASE_URL",
      "ARK_API_KEY, ARK_BASE_URL",
      "ARK_API_KEY, ARK_BASE_URL",
      "OPENAI_API_KEY, OPENAI_BASE_URL",
      "GEMINI_API_KEY, GOOGLE_GEMINI_BASE_URL"
    ])
  })
})

describe("what isogloss serve refuses, with one message and exit code 2", () => {
  it.each([
    ["an unknown option", ["--prot", "1"], {}, "isogloss: Unknown option '--prot'. Options are --config, --port.\n"],
    ["a bad port", ["--port", "http"], {}, "isogloss: `--port` must be an integer from 0 to 65535.\n"],
    [
      "a bad port in the environment",
      [],
      { PORT: "http" },
      "isogloss: The configuration in the environment is wrong:\n  `PORT` must be an integer from 0 to 65535.\n"
    ],
    [
      "all that is wrong in the environment, before anything listens",
      [],
      { ANTHROPIC_API_KEY: "a", ANTHROPIC_BASE_URL: "localhost:1", ISOGLOSS_KEYS: "secret,secret" },
      "isogloss: The configuration in the environment is wrong:\n" +
        "  `ANTHROPIC_BASE_URL` must be an absolute http or https URL without a user, a query or a fragment, as the vendor's own SDK takes it.\n" +
        "  `ISOGLOSS_KEYS` must be the keys that clients send, between commas, each of them once, visible ASCII characters without spaces.\n"
    ],
    [
      "a file that is not there",
      ["--config", "/nowhere.yaml"],
      {},
      "isogloss: The configuration file /nowhere.yaml cannot be read (ENOENT). Name one that is there with `--config`.\n"
    ]
  ])("%s", { timeout: 180_000 }, async (_, args, env, stderr) => {
    expect(await serve(args, env).ended).toEqual({ code: 2, stdout: "", stderr })
  })

  it("a wrong file, naming every key", { timeout: 180_000 }, async () => {
    const file = await fileOf({ keys: [{ key: 5 }], upstreams: { o: { family: "openai" } } })
    const { code, stdout, stderr } = await serve(["--config", file]).ended
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).toBe(
      `isogloss: The configuration in ${file} is wrong:\n` +
        "  line 1: `keys[0].key` must be the key that clients send, visible ASCII characters without spaces (put it in quotes).\n" +
        "  line 1: `upstreams.o.key` is missing. It must be the vendor's key, visible ASCII characters without spaces (put it in quotes).\n"
    )
  })

  it.each([
    ["tasks", { tasks: "file:/dev/null/below/tasks.sqlite" }, "/dev/null/below", "place", "`tasks`: `memory`, `file:`"],
    ["media", { tasks: "memory", media: { path: "/dev/null/media" } }, "/dev/null/media", "folder", "`media.path`."]
  ])("a folder for %s that no file system makes", { timeout: 180_000 }, async (_, more, folder, place, advice) => {
    const file = await fileOf({ keys: [{ key: "k" }], upstreams: { g: { family: "veo", key: "k" } }, ...more })
    const { code, stdout, stderr } = await serve(["--config", file]).ended
    expect([code, stdout, stderr.split("\n").length]).toEqual([2, "", 2])
    expect(stderr).toContain(
      `isogloss: The folder ${folder} cannot be written (ENOTDIR). Choose another ${place} with ${advice}`
    )
  })

  it("a folder that is a file", { timeout: 180_000 }, async () => {
    const taken = await fileOf({})
    const file = await fileOf({
      keys: [{ key: "k" }],
      upstreams: { g: { family: "veo", key: "k" } },
      tasks: `file:${taken}/tasks.sqlite`
    })
    const { code, stderr } = await serve(["--config", file]).ended
    expect([code, stderr]).toEqual([2, expect.stringContaining(`The folder ${taken} cannot be written (EEXIST).`)])
  })

  it("a port in use", { timeout: 180_000 }, async () => {
    const other = createServer()
    const port = await listening(other)
    const ended = await serve(["--port", String(port)]).ended
    other.close()
    expect(ended).toEqual({
      code: 2,
      stdout: "",
      stderr: `isogloss: Port ${port} of 127.0.0.1 is in use. Choose another with \`--port\`, or stop what listens there.\n`
    })
  })
})
