import { setTimeout as after } from "node:timers/promises"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it, onTestFinished } from "vitest"
import { Credentials, Gateway, GatewayError, Upstream } from "../../src/index.ts"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { TokenCounts } from "../../src/endpoints/counting.ts"
import { twoModels } from "./models.ts"

const encoder = new TextEncoder()

/** What a request is answered whose key is revoked while its body arrives, and how often it was asked whose the key is. */
const revokedWhile = async (milliseconds: number) => {
  const seen = { asked: 0, called: 0 }
  let isKnown = true
  let admit = (): void => undefined
  const admitted = new Promise<void>((resolve) => {
    admit = resolve
  })
  const authenticate: Credentials["Service"]["authenticate"] = () => {
    seen.asked++
    admit()
    const principal = { name: "team", may: () => true }
    return isKnown ? Effect.succeed(principal) : Effect.fail(new GatewayError("Unauthenticated", "Revoked."))
  }
  const sent = Effect.suspend(() => {
    seen.called++
    return Effect.fail(new GatewayError("Conflict", "It was called."))
  })
  const gateway = Gateway.make(
    Gateway.layer(chatCompletions).pipe(
      Layer.provide(TokenCounts.layer()),
      Layer.provide(
        twoModels("http://upstream.invalid").pipe(
          Layer.provide(Layer.succeed(Upstream)({ unary: () => sent, stream: () => sent }))
        )
      ),
      Layer.provide(Layer.succeed(Credentials)({ authenticate }))
    )
  )
  onTestFinished(() => gateway.dispose())
  const body = new ReadableStream<Uint8Array>({
    start: async (to) => {
      to.enqueue(encoder.encode('{"model":"chat-model","messages":['))
      await admitted
      await after(milliseconds)
      isKnown = false
      to.enqueue(encoder.encode('{"role":"user","content":"Hi"}]}'))
      to.close()
    }
  })
  const { status } = await gateway.fetch(
    new Request("http://gateway.test/v1/chat/completions", {
      method: "POST",
      headers: { authorization: "Bearer a-key", "content-type": "application/json" },
      body,
      duplex: "half"
    })
  )
  return { status, ...seen }
}

describe("a key that is revoked while the body of its request arrives", () => {
  it("is asked for again where that takes longer than a second, and refused", async () =>
    expect(await revokedWhile(1100)).toEqual({ status: 401, asked: 2, called: 0 }))

  it("is asked for once where the body is there sooner", async () =>
    expect(await revokedWhile(50)).toEqual({ status: 409, asked: 1, called: 1 }))
})
