import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { Started } from "../cli/process.ts"
import { encodings, tells } from "./canary.ts"
import { failing, families, type Request, streams, wholes } from "./cells.ts"
import { secretsOfRun, serving } from "./command.ts"
import { type Telling, tellingVendors } from "./vendor.ts"

const secrets = secretsOfRun()
const all = [...secrets.vendors.values(), secrets.retired, secrets.client, secrets.login]
let vendors: Telling
let url = ""
const folder = mkdtempSync(join(tmpdir(), "isogloss-secrets-"))
let started: Started
let cells = 0

beforeAll(async () => {
  vendors = await tellingVendors()
  const tasks = `file:${join(folder, "tasks.sqlite")}`
  ;({ url, started } = await serving(vendors.url, secrets, { tasks, folder }))
})

afterAll(async () => {
  await started.killed()
  vendors.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** All that a client is told: the head and the body. */
const ask = async (path: string, body?: object): Promise<{ readonly head: string; readonly text: string }> => {
  const answer = await fetch(url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${secrets.client}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return { head: JSON.stringify([...answer.headers]), text: await answer.text() }
}

/** The secrets that a text tells. */
const toldIn = (text: string | Uint8Array): readonly string[] => all.filter((secret) => tells(text, secret))

const answersTo = ({ stream }: Request) => (stream === undefined ? wholes : [...wholes, ...streams(stream)])

it.each(families)("no answer of $family tells a key", { timeout: 180_000 }, async ({ family, requests }) => {
  for (const request of requests) {
    for (const encoding of encodings) {
      for (const [name, answer] of answersTo(request)) {
        vendors.answers.set(family, { spell: encoding.of, answer })
        const { head, text } = await ask(request.path, request.body)
        const cell = `${request.name}: ${name}, ${encoding.name}`
        expect([cell, toldIn(head + text)]).toEqual([cell, []])
        if (name === "a 400 in JSON, after headers")
          expect([cell, text]).toEqual([cell, expect.stringContaining("[redacted]")])
        cells++
      }
      vendors.answers.set(family, { spell: () => encoding.of(secrets.retired), answer: wholes[1][1] })
      expect([request.name, toldIn((await ask(request.path, request.body)).text)]).toEqual([request.name, []])
      cells++
    }
  }
  expect([...(vendors.told.get(family) ?? [])]).toEqual([secrets.vendors.get(family)])
})

it("there are as many cells as families, formats, answers and encodings make", () => {
  const requests = families.flatMap((family) => family.requests)
  expect(families.length).toBe(17 + 1)
  expect(requests.filter(({ stream }) => stream !== undefined).length).toBe(9 * 4)
  expect(requests.length).toBe(2 * 9 * 4 + 3 + 5 + 2 + 4)
  expect(cells).toBe(9 * (7 * requests.length + 3 * 9 * 4))
})

/** What is kept is told so in the stream: this is about what is not. */
const unkept = (path: string) => (path === "/v1/responses" ? { store: false } : {})

const passing = families.flatMap((it) => it.requests.filter(({ same, stream }) => same && stream !== undefined))

it.each(passing)(
  "an error in a stream that passes differs by the key alone: $name",
  async ({ name, path, body, stream = "" }) => {
    const family = name.split(" ")[0] ?? ""
    const [, afterText] = streams(stream)
    for (const encoding of encodings) {
      vendors.answers.set(family, { spell: encoding.of, answer: afterText?.[1] ?? (() => undefined) })
      const key = encoding.of(secrets.vendors.get(family) ?? "")
      const { text } = await ask(path, { ...body, ...unkept(path) })
      const [begun = "", ...rest] = failing(stream, key).split(key)
      expect(text.startsWith(begun)).toBe(true)
      for (const piece of rest) expect(text).toContain(piece)
      expect(text.split("[redacted]").length).toBe(rest.length + 1)
      if (!encoding.name.startsWith("in base64")) expect(text).toBe(failing(stream, key).replaceAll(key, "[redacted]"))
      for (const line of text.split("\n").filter((it) => it.startsWith("data: {"))) JSON.parse(line.slice(6))
    }
  }
)

/** Starts a task and fails it at its vendor, in words that tell the key. */
const failed = async (family: string, at: number): Promise<string> => {
  const { text } = await ask("/v1/video/generations", { model: `${family}-film`, prompt: `Waves ${at}` })
  return String(JSON.parse(text).task_id)
}

it("a failed task tells no key, nor does the file in which it is kept", { timeout: 180_000 }, async () => {
  const ids: string[] = []
  for (const { family, tasks } of families) {
    if (!tasks) continue
    let submits = 0
    vendors.answers.set(family, {
      spell: (key) => key,
      answer: (key, response, { path, body }) => {
        const asked = /task-(\d+)/.exec(`${path} ${body}`)?.[1]
        const id = asked ?? String(submits++)
        const said = encodings[Number(id)]?.of(key) ?? ""
        const name = `task-${id}`
        const error = `{"code":"${said}","message":"Bad key ${said}: it is ${said}"}`
        const state = asked === undefined ? `"status":"queued"` : `"status":"failed","done":true,"error":${error}`
        response
          .writeHead(200, { "content-type": "application/json" })
          .end(`{"id":"${name}","name":"models/m/operations/${name}",${state}}`)
      }
    })
    for (const at of encodings.keys()) ids.push(await failed(family, at))
  }
  expect(ids.length).toBe(4 * 9)
  for (const id of ids) {
    await expect
      .poll(async () => (await ask(`/v1/video/generations/${id}`)).text, { timeout: 90_000, interval: 200 })
      .toContain("[redacted]")
    for (const path of [`/v1/video/generations/${id}`, `/v1/videos/${id}`]) {
      const { head, text } = await ask(path)
      expect(toldIn(head + text)).toEqual([])
    }
  }
  for (const name of readdirSync(folder).filter((file) => file.startsWith("tasks.sqlite"))) {
    expect([name, toldIn(readFileSync(join(folder, name)))]).toEqual([name, []])
  }
  expect(readFileSync(join(folder, "tasks.sqlite-wal")).includes("[redacted]")).toBe(true)
  // Reading the files takes a busy machine longer than an idle connection is kept: what ended meanwhile is seen now.
  await setImmediate()
})

it("no client's key is told by what refuses its request", async () => {
  const wrong = `${secrets.client}+wrong`
  const headers = {
    authorization: `Bearer ${secrets.client}`,
    "x-api-key": secrets.client,
    "content-type": "application/json"
  }
  const { client: key } = secrets
  const requests: readonly (readonly [path: string, init: RequestInit])[] = [
    [`/v1/${key}?key=${key}`, { headers }],
    [
      `/v1/chat/completions?key=${encodeURIComponent(key)}`,
      { method: "POST", headers, body: JSON.stringify({ model: key, messages: [] }) }
    ],
    [`/v1beta/models/${encodeURIComponent(key)}:generateContent`, { method: "POST", headers, body: "{}" }],
    [
      "/v1/messages",
      { method: "POST", headers, body: JSON.stringify({ [key]: 1, model: key, messages: key, max_tokens: key }) }
    ],
    ["/v1/embeddings", { method: "POST", headers, body: JSON.stringify({ model: `openai-embed-${key}`, input: "a" }) }],
    ["/v1/rerank", { method: "POST", headers: { ...headers, authorization: `Bearer ${wrong}` }, body: "{}" }],
    [`/v1/models/${encodeURIComponent(key)}`, { headers }],
    [`/v1/videos/${encodeURIComponent(key)}`, { headers }],
    ["/v1/models", { method: "DELETE", headers }]
  ]
  for (const [path, init] of requests) {
    const answer = await fetch(url + path, init)
    expect([path, answer.status >= 400]).toEqual([path, true])
    expect([path, toldIn(JSON.stringify([...answer.headers]) + (await answer.text()))]).toEqual([path, []])
  }
})

it.each(["/metrics", "/openapi.json", "/v1/models", "/livez", "/readyz"])("%s tells no secret", async (path) => {
  const { head, text } = await ask(path)
  expect(toldIn(head + text)).toEqual([])
})

it("nothing that was printed tells a secret", { timeout: 180_000 }, async () => {
  started.child.kill("SIGTERM")
  const { stdout, stderr } = await started.ended
  expect(stdout).toContain("isogloss listens on")
  expect(toldIn(stdout + stderr)).toEqual([])
})
