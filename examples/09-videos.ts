// A video: submitted once, asked about until it is there, read in part. Its task is in a file, and outlives a crash.
import assert from "node:assert/strict"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Layer from "effect/Layer"
import OpenAI from "openai"
import { Credentials, Families, Gateway, layerFetch, Sora, VideoTasks } from "../src/index.ts"
import { Endpoints } from "../src/index.ts"
import { layerFiles } from "../src/media.ts"
import * as Sandbox from "../src/sandbox.ts"
import { layerSqlite } from "../src/tasks-sqlite.ts"

const folder = await mkdtemp(join(tmpdir(), "isogloss-"))

const gateway = Gateway.make(
  Gateway.layer(Endpoints.videos, Endpoints.video, Endpoints.videoContent).pipe(
    Layer.provide(VideoTasks.layer()),
    Layer.provide(layerSqlite({ path: join(folder, "tasks.sqlite") })),
    Layer.provide(layerFiles({ path: join(folder, "media") })),
    Layer.provide(Families.of(Sora.layer({ key: "the vendor's" }))),
    Layer.provide(layerFetch(Sandbox.make({ key: "the vendor's" }).fetch)),
    Layer.provide(Credentials.keys("client"))
  )
)

const fetch = (url: string | URL | Request, init?: RequestInit) => gateway.fetch(new Request(url, init))
const client = new OpenAI({ apiKey: "client", baseURL: "http://gateway/v1", fetch })

const asked = { model: "sora-2", prompt: "A red fox", seconds: "4" } as const
const headers = { "idempotency-key": "fox-1" }
let film = await client.videos.create(asked, { headers })
assert.equal((await client.videos.create(asked, { headers })).id, film.id)

while (film.status === "queued" || film.status === "in_progress") {
  await new Promise((resolve) => setTimeout(resolve, 250))
  film = await client.videos.retrieve(film.id)
}
assert.equal(film.status, "completed")

const start = await client.videos.downloadContent(film.id, {}, { headers: { range: "bytes=4-7" } })
assert.deepEqual([start.status, await start.text()], [206, "ftyp"])

await gateway.dispose()
await rm(folder, { recursive: true })
