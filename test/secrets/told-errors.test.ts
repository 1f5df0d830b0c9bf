import { expect, it } from "vitest"
import { GatewayError } from "../../src/core/errors/error.ts"
import { defaultReplyPreferences } from "../../src/core/format.ts"
import { redactedText, redactorOf } from "../../src/core/secrets/redactor.ts"
import { answerLimits } from "../../src/exchange/policies.ts"
import { errorBytes } from "../../src/exchange/translate-stream.ts"
import { messages } from "../../src/formats/messages/index.ts"
import { passthrough } from "../../src/formats/messages/passthrough.ts"
import { canary } from "./canary.ts"

it("an error in the middle of a stream is told without the deployment's secrets, whoever made it", () => {
  const secret = canary()
  const client = {
    format: messages,
    passing: passthrough,
    defaults: { id: "m", created: 1, model: "m", requestId: "r" },
    limits: answerLimits,
    hide: () => [],
    secrets: redactorOf([secret])
  }
  const error = new GatewayError("UpstreamFailed", `It failed after ${secret}.`)
  const told = new TextDecoder().decode(errorBytes(client, defaultReplyPreferences, error))
  expect(told).toContain(`It failed after ${redactedText}.`)
  expect(told).not.toContain(secret)
})
