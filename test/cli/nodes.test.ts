import { createHash } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { freePort } from "../faults/loopback.ts"
import { redisServer } from "../tasks/redis/server.ts"
import { isogloss, type Started, firstCommand } from "./process.ts"

const scope = Scope.makeUnsafe()
const running: Started[] = []
const film = Buffer.concat([Buffer.from("\0\0\0\x18ftypisom"), Buffer.alloc(300_000, "the vendor's bytes ")])
const vendor = createServer((request, response) => {
  request.resume()
  if (request.url?.endsWith("/content") === true)
    return void response.writeHead(200, { "content-type": "video/mp4" }).end(film)
  response.writeHead(200, { "content-type": "application/json" })
  const status = request.method === "POST" ? "queued" : "completed"
  response.end(JSON.stringify({ id: "video_of_the_vendor", object: "video", status, progress: 100 }))
})

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "isogloss-nodes-"))
})
afterAll(async () => {
  await Promise.all(running.map((started) => started.killed()))
  vendor.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await rm(folder, { recursive: true })
})

const portOf = (server: ReturnType<typeof createServer>): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
  })

const client = { authorization: "Bearer k", "content-type": "application/json" }

const digestOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

describe("two nodes of isogloss serve on one Redis", () => {
  it("tell the same of a task, and give a video that lies at the other", { timeout: 180_000 }, async () => {
    const { url: redis } = await Effect.runPromise(Effect.provideService(redisServer, Scope.Scope, scope))
    const ports = [await freePort(), await freePort()]
    const [a, b] = ports.map((port) => `http://127.0.0.1:${port}`)
    const upstream = `http://127.0.0.1:${await portOf(vendor)}/v1`
    const [first = "", second = ""] = await Promise.all(
      ["a", "b"].map(async (node, index) => {
        const file = join(folder, `${node}.json`)
        const configuration = {
          listen: { port: ports[index] },
          keys: [{ key: "k" }],
          upstreams: { sora: { family: "sora", url: upstream, key: "x" } },
          tasks: redis,
          media: { path: join(folder, `media-${node}`) },
          node,
          nodes: { a, b },
          publicUrl: `http://127.0.0.1:${ports[index]}`,
          loginSecret: "a secret that both of the nodes know"
        }
        await writeFile(file, JSON.stringify(configuration))
        const started = isogloss(["serve", "--config", file])
        running.push(started)
        return /http:\/\/\S+/.exec(await started.saying(firstCommand))?.[0] ?? ""
      })
    )
    const body = JSON.stringify({ model: "sora-2", prompt: "A red fox" })
    const submitted = await fetch(`${first}/v1/video/generations`, { method: "POST", headers: client, body })
    const { task_id: id }: { task_id: string } = JSON.parse(await submitted.text())
    const told = async (at: string): Promise<{ readonly status: string; readonly url?: string }> =>
      JSON.parse(await (await fetch(`${at}/v1/video/generations/${id}`, { headers: client })).text())
    while (!["succeeded", "failed"].includes((await told(second)).status)) {
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
    for (const at of [first, second]) {
      const content = await fetch(`${at}/v1/videos/${id}/content`, { headers: client })
      expect([content.status, digestOf(await content.bytes())]).toEqual([200, digestOf(film)])
      const { status, url = "" } = await told(at)
      expect([status, url.slice(0, url.indexOf("?"))]).toEqual([
        "succeeded",
        expect.stringMatching(`^${at}/v1/media/.+`)
      ])
      const open = await fetch(url, { headers: { range: "bytes=0-11" } })
      expect([open.status, await open.text()]).toEqual([206, "\0\0\0\x18ftypisom"])
      expect((await fetch(`${url}0`)).status).toBe(404)
    }
  })
})
