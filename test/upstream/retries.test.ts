import * as Effect from "effect/Effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { GatewayError } from "../../src/core/errors/error.ts"
import { defaultUpstreamLimits } from "../../src/upstream/upstream.ts"
import { withRetries } from "../../src/upstream/sending.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const limits = { ...defaultUpstreamLimits, retries: 2, retryAfter: 1000 }

/** How often an upstream is asked that always does the same. */
const asked = async (
  attempt: Parameters<typeof withRetries<{ status: number; headers: Record<string, string> }>>[3]
) => {
  let count = 0
  const counted: typeof attempt = (attempts, spent) => {
    count += 1
    return attempt(attempts, spent)
  }
  const done = Effect.runPromiseExit(
    withRetries(
      limits,
      () => 0,
      false,
      counted,
      (answer) => Effect.succeed({ answer, body: new Uint8Array() })
    )
  )
  await vi.runAllTimersAsync()
  await done
  return count
}

const refusing = (ms: number) =>
  asked(() =>
    Effect.succeed({ answer: { status: 529, headers: { "retry-after-ms": String(ms) } }, leave: () => undefined })
  )

describe("an upstream that refuses for a while", () => {
  it("is asked again where that is as long as may be waited", async () => {
    expect(await refusing(1000)).toBe(3)
  })

  it("is not where it is longer", async () => {
    expect(await refusing(1001)).toBe(1)
  })
})

describe("an upstream that is not reached", () => {
  it("is tried again as often as the limits say", async () => {
    const error = new GatewayError("UpstreamFailed", "No.")
    expect(await asked(() => Effect.fail({ error, sent: false }))).toBe(3)
  })

  it("is not where it may have begun to work", async () => {
    const error = new GatewayError("UpstreamFailed", "No.")
    expect(await asked(() => Effect.fail({ error, sent: true }))).toBe(1)
  })
})
