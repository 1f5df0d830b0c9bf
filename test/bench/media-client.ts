import { createHash } from "node:crypto"
import { Agent, request } from "node:http"
import { answer } from "./child.ts"
import { clientKey } from "./models.ts"
import type { Video } from "./media-server.ts"

/** How a video is downloaded: its bytes, or base64 of them inside JSON. */
export type Form = "bytes" | "json"

const paths: Readonly<Record<Form, (ref: string) => string>> = {
  bytes: (ref) => `/v1/videos/${ref}/content`,
  json: (ref) => `/v1/video/generations/${ref}`
}

/** Reads the base64 of the one `data:` URL in JSON, however it is cut. */
const base64In = (found: (bytes: Uint8Array) => void): ((piece: Buffer) => void) => {
  const mark = ";base64,"
  let before: string | undefined = ""
  let left = ""
  return (piece) => {
    let text = piece.toString("latin1")
    if (before !== undefined) {
      before += text
      const at = before.indexOf(mark)
      if (at < 0) return
      text = before.slice(at + mark.length)
      before = undefined
    }
    const end = text.indexOf('"')
    left += end < 0 ? text : text.slice(0, end)
    const whole = left.length - (left.length % 4)
    found(Buffer.from(left.slice(0, whole), "base64"))
    left = end < 0 ? left.slice(whole) : ""
    if (end >= 0) before = ""
  }
}

const download = (agent: Agent, port: number, form: Form, { ref }: Video): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${clientKey}` }
    request({ agent, host: "127.0.0.1", port, path: paths[form](ref), headers }, (response) => {
      const hash = createHash("sha256")
      const read = form === "bytes" ? (piece: Buffer) => hash.update(piece) : base64In((bytes) => hash.update(bytes))
      response.on("data", read)
      response.on("end", () => resolve(`${response.statusCode} ${hash.digest("hex")}`))
      response.on("error", reject)
    })
      .on("error", reject)
      .end()
  })

const table = {
  /** Downloads videos at once; how many did not arrive as they were kept. */
  download: async ({
    port,
    form,
    videos
  }: {
    readonly port: number
    readonly form: Form
    readonly videos: readonly Video[]
  }): Promise<number> => {
    const agent = new Agent({ keepAlive: false, maxSockets: videos.length })
    const hashes = await Promise.all(videos.map((video) => download(agent, port, form, video)))
    return hashes.filter((hash, index) => hash !== `200 ${videos[index]?.hash}`).length
  }
}

/** What the client of media can be asked. */
export type ClientAnswers = typeof table

answer(table)
