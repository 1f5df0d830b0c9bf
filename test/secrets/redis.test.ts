import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createServer } from "node:http"
import { afterAll, beforeAll, expect, it } from "vitest"
import { closed, listen } from "../faults/loopback.ts"
import { canary, encodings, tells } from "./canary.ts"
import { secretsOfRun, serving } from "./command.ts"
import { type Telling, tellingVendors } from "./vendor.ts"

const secrets = { ...secretsOfRun(), redis: canary() }
const folder = mkdtempSync(join(tmpdir(), "isogloss-secrets-redis-"))
/** Where the configuration stands, secrets and all. */
const own = mkdtempSync(join(tmpdir(), "isogloss-secrets-"))
let redis: ChildProcess
let port = 0
let vendors: Telling

/** Starts a Redis that wants a password, and keeps what it is given in the folder. */
const started = async (password: string): Promise<ChildProcess> => {
  const args = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "yes"]
  const child = spawn("redis-server", [...args, "--requirepass", password], { stdio: ["ignore", "pipe", "inherit"] })
  for await (const piece of child.stdout) if (String(piece).includes("Ready to accept connections")) break
  return child
}

beforeAll(async () => {
  const free = createServer()
  port = await listen(free)
  await closed(free)
  redis = await started(secrets.redis)
  vendors = await tellingVendors()
})

afterAll(async () => {
  const ended = once(redis, "exit")
  redis.kill("SIGKILL")
  await ended
  vendors.close()
  for (const path of [folder, own]) rmSync(path, { recursive: true, force: true, maxRetries: 5 })
})

const place = (password: string): string => `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`

/** All secrets that a text tells. */
const toldIn = (text: string | Uint8Array): readonly string[] =>
  [...secrets.vendors.values(), secrets.retired, secrets.client, secrets.login, secrets.redis].filter((secret) =>
    tells(text, secret)
  )

/** All bytes that Redis has written. */
const kept = (): Buffer =>
  Buffer.concat(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
  )

it(
  "a Redis that keeps failed tasks is told no secret, and its password stands nowhere",
  { timeout: 180_000 },
  async () => {
    const { url, started: command } = await serving(vendors.url, secrets, {
      tasks: place(secrets.redis),
      folder: own
    })
    const headers = { authorization: `Bearer ${secrets.client}`, "content-type": "application/json" }
    const ids: string[] = []
    vendors.answers.set("sora", {
      spell: (key) => key,
      answer: (key, response, { path }) => {
        const at = /video_(\d+)/.exec(path)?.[1]
        const said = encodings[Number(at)]?.of(key) ?? ""
        const id = `"id":"video_${at ?? ids.length}"`
        const error = `"status":"failed","error":{"code":"${said}","message":"Bad key ${said}"}`
        response.writeHead(200, { "content-type": "application/json" })
        response.end(at === undefined ? `{${id},"status":"queued"}` : `{${id},${error}}`)
      }
    })
    for (const _ of encodings) {
      const body = JSON.stringify({ model: "sora-film", prompt: "Waves" })
      const answer = await fetch(`${url}/v1/video/generations`, { method: "POST", headers, body })
      ids.push(String(JSON.parse(await answer.text()).task_id))
    }
    for (const id of ids) {
      const told = async (): Promise<string> => (await fetch(`${url}/v1/video/generations/${id}`, { headers })).text()
      await expect.poll(told, { timeout: 90_000, interval: 200 }).toContain("[redacted]")
      expect(toldIn(await told())).toEqual([])
    }
    expect(kept().includes("[redacted]")).toBe(true)
    expect(toldIn(kept())).toEqual([])
    command.child.kill("SIGTERM")
    const { stdout, stderr } = await command.ended
    expect(toldIn(stdout + stderr)).toEqual([])
  }
)

it("a wrong password of a Redis is told to nobody", { timeout: 180_000 }, async () => {
  const wrong = canary()
  const failed = await serving(vendors.url, secrets, { tasks: place(wrong), folder: own }).then(String, String)
  expect(failed).toContain("cannot be reached")
  expect([tells(failed, wrong), toldIn(failed)]).toEqual([false, []])
})
