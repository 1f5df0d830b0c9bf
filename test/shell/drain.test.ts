import { describe, expect, it } from "vitest"
import type { RunningGateway } from "../../src/gateway/gateway.ts"
import { body, faultCase, gate, head, json, never, post, silence, type StartGateway, waitFor } from "../faults/index.ts"
import { clientKey, gatewayOver, letIn, served } from "./rig.ts"

const asked = { model: "chat-model", messages: [{ role: "user", content: "a" }] }
const reply = { id: "x", choices: [{ index: 0, message: { role: "assistant", content: "a" }, finish_reason: "stop" }] }
const event = `data: ${JSON.stringify({ id: "x", choices: [{ index: 0, delta: { content: "one" } }] })}\n\n`

/** A gateway that a test can dispose of while it serves. */
const disposable = (grace: number) => {
  const running: RunningGateway[] = []
  const gateway: StartGateway = served({ policy: { grace }, keep: (one) => running.push(one) })
  return { gateway, dispose: () => Promise.all(running.map((one) => one.dispose())), running }
}

describe("a gateway that is disposed of", () => {
  it("finishes what is under way within its grace, refuses what comes meanwhile, and is not ready", () => {
    const { gateway, dispose, running } = disposable(60_000)
    const go = gate()
    const { steps } = json(200, reply)
    return faultCase({ answers: [{ steps: [waitFor(go), ...steps] }], gateway }, async ({ raw, upstream }) => {
      const [first, second] = [await raw(), await raw()]
      await first.send(post("/v1/chat/completions", asked, { headers: letIn }))
      await upstream.request(1)
      const disposed = dispose()
      await expect(running[0]?.ready).rejects.toThrow("disposed of")
      await second.send(post("/v1/messages", asked, { headers: letIn }))
      const refused = await second.response(1)
      expect([refused.status, JSON.parse(refused.text).error.type]).toEqual([529, "overloaded_error"])
      go.open()
      expect((await first.response(1)).status).toBe(200)
      await disposed
    })
  })

  it("tells a whole answer's client an error once its grace is over", () => {
    const { gateway, dispose } = disposable(1)
    return faultCase({ answers: [never], gateway }, async ({ raw, upstream }) => {
      const client = await raw()
      await client.send(post("/v1/chat/completions", asked, { headers: letIn }))
      await upstream.request(1)
      await dispose()
      const cut = await client.response(1)
      expect([cut.status, JSON.parse(cut.text).error.message]).toEqual([
        503,
        "The gateway is being stopped. Try again in a moment."
      ])
    })
  })

  it("tells a stream's client an error in the stream", () => {
    const { gateway, dispose } = disposable(1)
    const answer = { steps: [head(200, { headers: [["content-type", "text/event-stream"]] }), body(event), silence] }
    return faultCase({ answers: [answer], gateway }, async ({ raw }) => {
      const client = await raw()
      await client.send(post("/v1/chat/completions", { ...asked, stream: true }, { headers: letIn }))
      await client.until("the first event", ({ responses }) => responses[0]?.text.includes("one") || undefined)
      await dispose()
      const { text, complete } = await client.response(1)
      expect([complete, text.includes("is being stopped"), text.includes("[DONE]")]).toEqual([true, true, false])
    })
  })

  it("is disposed of at once where nothing is under way", async () => {
    const gateway = gatewayOver("http://127.0.0.1:9", { policy: { grace: 600_000 } })
    await gateway.ready
    await gateway.dispose()
    const request = new Request("http://gateway.invalid/v1/chat/completions", {
      method: "POST",
      headers: { authorization: `Bearer ${clientKey}` },
      body: JSON.stringify(asked)
    })
    expect((await gateway.fetch(request)).status).toBe(503)
  })
})
