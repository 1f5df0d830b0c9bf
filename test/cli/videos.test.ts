import { spawnSync } from "node:child_process"
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import OpenAI from "openai"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { isogloss, type Started, firstCommand } from "./process.ts"

let folder = ""
const running: Started[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "isogloss-videos-"))
})

afterEach(async () => void (await Promise.all(running.splice(0).map((started) => started.killed()))))

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const serve = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Started => {
  const started = isogloss(["serve", "--port", "0", ...args], env)
  running.push(started)
  return started
}

const fileOf = async (configuration: unknown): Promise<string> => {
  const file = join(folder, `${crypto.randomUUID()}.json`)
  await writeFile(file, JSON.stringify(configuration))
  return file
}

/** Where a process listens, once it has said all that it says. */
const urlOf = async (started: Started): Promise<string> =>
  /http:\/\/\S+/.exec(await started.saying(firstCommand))?.[0] ?? ""

const clientOf = (url: string, apiKey: string): OpenAI => new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 })

/** Asks until a video is no longer on its way. */
const finished = async (client: OpenAI, id: string): Promise<OpenAI.Video> => {
  for (;;) {
    const video = await client.videos.retrieve(id)
    if (video.status !== "queued" && video.status !== "in_progress") return video
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

const bytesOf = async (client: OpenAI, id: string): Promise<Buffer> =>
  Buffer.from(await (await client.videos.downloadContent(id)).arrayBuffer())

describe("isogloss serve with nothing configured", () => {
  it("makes videos of each vendor for OpenAI's SDK, which a player reads", { timeout: 180_000 }, async () => {
    const client = clientOf(await urlOf(serve()), "sandbox")
    const prompt = "A red fox"
    const asked = await client.videos.create({ model: "sora-2", prompt, seconds: "4", size: "720x1280" })
    expect(asked).toMatchObject({ object: "video", model: "sora-2", status: "queued", seconds: "4", size: "720x1280" })
    const others = await Promise.all(
      ["veo-3.1-fast-generate-preview", "doubao-seedance-1-0-pro"].map((model) =>
        client.videos.create({ model, prompt })
      )
    )
    for (const { id } of [asked, ...others]) {
      expect(await finished(client, id)).toMatchObject({ id, status: "completed", progress: 100 })
      const args = ["-v", "error", "-show_entries", "stream=codec_type,codec_name", "-of", "csv=p=0", "-i", "-"]
      const { stdout, stderr } = spawnSync("ffprobe", args, { input: await bytesOf(client, id) })
      expect([stdout.toString().split("\n")[0], stderr.toString()]).toEqual(["h264,video", ""])
    }
  })

  it("leaves nothing behind", { timeout: 180_000 }, async () => {
    const state = await mkdtemp(join(folder, "state-"))
    const started = serve([], { XDG_STATE_HOME: state })
    expect(await started.saying(firstCommand)).toContain(
      "  tasks    in memory, with the videos: they end with this process\n"
    )
    started.child.kill("SIGTERM")
    expect((await started.ended).code).toBe(0)
    expect(await readdir(state)).toEqual([])
  })
})

/** A vendor of Sora's API whose one video is there once that is said. */
const vendorOf = async (bytes: Buffer) => {
  const asked: string[] = []
  let isDone = false
  const server: Server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    request.resume()
    if (request.url?.endsWith("/content") === true)
      return void response.writeHead(200, { "content-type": "video/mp4" }).end(bytes)
    const status = request.method === "POST" ? "queued" : isDone ? "completed" : "in_progress"
    response.writeHead(200, { "content-type": "application/json" })
    response.end(JSON.stringify({ id: "video_of_the_vendor", object: "video", status, progress: isDone ? 100 : 40 }))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    done: () => {
      isDone = true
    },
    asking: async () => {
      while (!asked.some((it) => it.startsWith("GET"))) await new Promise((resolve) => setTimeout(resolve, 50))
    },
    close: () => server.close()
  }
}

describe("isogloss serve with a vendor of videos", () => {
  it("goes on with its tasks where it is started again, with the key of before", { timeout: 180_000 }, async () => {
    const film = Buffer.from("\0\0\0\x18ftypisom and the vendor's bytes")
    const vendor = await vendorOf(film)
    const state = await mkdtemp(join(folder, "state-"))
    const withKey = async (keys: object) =>
      serve(["--config", await fileOf({ keys: [{ key: "k" }], upstreams: { sora: { family: "sora", ...keys } } })], {
        XDG_STATE_HOME: state
      })
    const first = await withKey({ url: vendor.url, key: "old" })
    expect(await first.saying(firstCommand)).toContain(
      `  tasks    in ${state}/isogloss/tasks.sqlite, and their videos for 24 hours in ${state}/isogloss/media\n`
    )
    const { id } = await clientOf(await urlOf(first), "k").videos.create({ model: "sora-2", prompt: "A red fox" })
    await vendor.asking()
    first.child.kill("SIGTERM")
    expect((await first.ended).code).toBe(0)

    const second = await withKey({ url: vendor.url, key: "new", retired: ["old"] })
    const client = clientOf(await urlOf(second), "k")
    expect(["queued", "in_progress"]).toContain((await client.videos.retrieve(id)).status)
    vendor.done()
    expect((await finished(client, id)).status).toBe("completed")
    expect(await bytesOf(client, id)).toEqual(film)
    expect(vendor.asked.filter((it) => it.startsWith("POST"))).toEqual(["POST /v1/videos Bearer old"])
    expect(vendor.asked.filter((it) => it.endsWith("new"))).toEqual([])
    vendor.close()
  })

  it("keeps nothing where nothing makes videos", { timeout: 180_000 }, async () => {
    const state = await mkdtemp(join(folder, "state-"))
    const file = await fileOf({ keys: [{ key: "k" }], upstreams: { o: { family: "claude", key: "x" } } })
    await serve(["--config", file], { XDG_STATE_HOME: state }).saying("in memory, with the videos")
    expect(await readdir(state)).toEqual([])
  })
})

describe("places that isogloss serve cannot use, with one message and exit code 2", () => {
  const upstreams = { sora: { family: "sora", key: "x" } }

  /** What the store itself logs of it, and nothing else. */
  const whyNot = /^\[[\d:.]+\] WARN \(#\d+\): The task store cannot be reached\. [^\n]+\n$/

  it("a folder that cannot be made", { timeout: 180_000 }, async () => {
    const file = await fileOf({ keys: [{ key: "k" }], upstreams, tasks: "file:/dev/null/deep/tasks.sqlite" })
    expect(await serve(["--config", file]).ended).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "isogloss: The folder /dev/null/deep cannot be written (ENOTDIR). Choose another place with `tasks`: `memory`, `file:` and the path of a file, or the `redis://` or `rediss://` URL of a Redis, behind whose host the number of a database may stand.\n"
    })
  })

  it("a file that holds no tasks", { timeout: 180_000 }, async () => {
    const path = join(folder, "no-tasks.sqlite")
    await writeFile(path, "This is prose, and no database of anybody's.".repeat(100))
    const { code, stdout, stderr } = await serve([], { OPENAI_API_KEY: "x", ISOGLOSS_TASKS: `file:${path}` }).ended
    expect([code, stdout]).toEqual([2, ""])
    expect(stderr).toContain(
      `isogloss: The file ${path} is no database of SQLite. Choose another place with \`tasks\`: `
    )
  })

  it("a Redis that nobody reaches, whose password is not shown", { timeout: 180_000 }, async () => {
    const tasks = "redis://ada:a-password@127.0.0.1:1/2"
    const { code, stdout, stderr } = await serve([], { OPENAI_API_KEY: "x", ISOGLOSS_TASKS: tasks }).ended
    expect(code).toBe(2)
    expect(stdout).toMatch(whyNot)
    expect(stdout).not.toContain("a-password")
    expect(stderr).toBe(
      "isogloss: The tasks in redis://127.0.0.1:1/2 cannot be reached: nothing is served without them.\n"
    )
  })
})

describe("an account of isogloss serve", () => {
  it("logs in with its password, and its token owns what its key asked for", { timeout: 180_000 }, async () => {
    const vendor = await vendorOf(Buffer.from("film"))
    const hash = (await isogloss(["hash-password"], {}, "the password\n").ended).stdout.trim()
    const file = await fileOf({
      keys: [{ key: "k", name: "team" }],
      upstreams: { sora: { family: "sora", url: vendor.url, key: "x" } },
      tasks: "memory",
      accounts: [{ username: "ada", hash, name: "team" }],
      loginSecret: "a secret of the operator's, 32 bytes at least"
    })
    const url = await urlOf(serve(["--config", file]))
    const login = (password: string) =>
      fetch(`${url}/prod-api/v3/auth/getToken`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ username: "ada", password })
      })
    const wrong = await login("a guess")
    expect([wrong.status, await wrong.json()]).toMatchObject([401, { code: 401, data: null }])
    const { data: authorization }: { data: string } = JSON.parse(await (await login("the password")).text())
    const { id } = await clientOf(url, "k").videos.create({ model: "sora-2", prompt: "A red fox" })
    const query = await fetch(`${url}/v1/video/generations/${id}`, { headers: { authorization } })
    expect([query.status, await query.json()]).toMatchObject([200, { task_id: id }])
    vendor.close()
  })
})
