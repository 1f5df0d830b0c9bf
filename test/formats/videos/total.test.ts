import { describe, expect } from "vitest"
import { arkVideos } from "../../../src/formats/ark.ts"
import { openaiVideos } from "../../../src/formats/openai-media.ts"
import { veo } from "../../../src/formats/veo.ts"
import type { VideoFormat } from "../../../src/core/video.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { law } from "../../laws/law.ts"
import { anyAnswer } from "../../laws/made/answers.ts"
import { purely } from "../../laws/purely.ts"

const operation = `{"name":"n","done":true,"error":{"code":3,"message":"m"},"response":{"generateVideoResponse":{"generatedSamples":[{"video":{"uri":"u"}}],"raiMediaFilteredReasons":["r"]},"videos":[{"bytesBase64Encoded":"AAAA"}]}}`
const video = `{"id":"i","status":"failed","progress":1,"error":{"code":"c","message":"m"}}`
const task = `{"id":"i","status":"succeeded","content":{"video_url":"u"},"error":{"code":"c","message":"m"}}`

const formats: readonly (readonly [format: VideoFormat, answer: string])[] = [
  [veo, operation],
  [openaiVideos, video],
  [arkVideos, task]
]

describe.each(formats)("%j is total", (format, answer) => {
  law("any answer is a task, or an issue", anyAnswer(answer), (body) => {
    const read = purely(() => format.decodeTask(JsonText.source(body)))
    expect(read.ok ? read.value.state : read.error.issues[0].message).not.toBe("")
  })

  law("a task that has succeeded has a video, and one that has failed says why", anyAnswer(answer), (body) => {
    const read = format.decodeTask(JsonText.source(body))
    if (!read.ok) return
    if (read.value.state === "succeeded") expect(read.value.videos.length).toBeGreaterThan(0)
    if (read.value.state === "failed") expect([read.value.code, read.value.message]).not.toContain("")
  })

  law("any answer to a submit is a name, or an issue", anyAnswer(answer), (body) => {
    const read = purely(() => format.decodeSubmit(JsonText.source(body)))
    expect(read.ok ? read.value : read.error.issues[0].message).not.toBe("")
  })
})
