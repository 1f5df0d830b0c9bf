import { afterAll, beforeAll, expect, it } from "vitest"
import { type Rig, startRig } from "../rows/gateway.ts"

let rig: Rig
beforeAll(() => {
  rig = startRig()
})
afterAll(() => rig.close())

/** Members of the format that Kimi's API lacks, as `src/families/kimi.ts` has them, written down by hand. */
const lacking = {
  top_k: 3,
  seed: 1,
  logprobs: true,
  top_logprobs: 2,
  parallel_tool_calls: true,
  modalities: ["text", "audio"],
  audio: { voice: "alloy", format: "mp3" },
  repetition_penalty: 1.1
}

it.each(Object.entries(lacking))("Kimi's API is not sent `%s`, which it does not have", async (name, value) => {
  const messages = [{ role: "user", content: "Hi" }]
  const body = { model: "kimi-k2.6", messages, max_tokens: 50, [name]: value }
  const { status, calls, notes } = await rig.send({ path: "/v1/chat/completions", body })
  expect(status).toBe(200)
  expect(calls[0]?.body).not.toHaveProperty(name)
  expect(notes).toContain(`dropped /${name}`)
})
