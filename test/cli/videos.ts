import { createServer } from "node:http"
import { setTimeout as after } from "node:timers/promises"
import { afterAll, beforeAll } from "vitest"
import { closed, listen } from "../faults/loopback.ts"
import { clientKey, type Node, upstreamsAt } from "./started.ts"

/** Upstreams at a vendor that takes every video, and stands while the tests of a file run; `told` hears of each call. */
export const videoUpstreams = (told: () => void = () => undefined): (() => ReturnType<typeof upstreamsAt>) => {
  const vendor = createServer((request, response) => {
    told()
    request.resume()
    response.writeHead(200, { "content-type": "application/json" })
    response.end(JSON.stringify({ id: `video_${crypto.randomUUID()}`, object: "video", status: "queued", progress: 0 }))
  })
  let url = ""
  beforeAll(async () => {
    url = `http://127.0.0.1:${await listen(vendor)}`
  })
  afterAll(() => closed(vendor))
  return () => upstreamsAt(url)
}

/** Asks a node for a video; the status of its answer. */
export const submit = async ({ url }: Node): Promise<number> => {
  const answer = await fetch(`${url}/v1/videos`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${clientKey}` },
    body: JSON.stringify({ model: "sora-2", prompt: "A red fox" })
  })
  await answer.text()
  return answer.status
}

/** Waits until `/readyz` of a node answers so: it asks its stores at most once a second. */
export const untilReady = async ({ url }: Node, status: number): Promise<void> => {
  while ((await fetch(`${url}/readyz`)).status !== status) await after(50)
}
