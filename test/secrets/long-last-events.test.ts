import { expect, it } from "vitest"
import { defaultReplyPreferences, emptyReplyContext } from "../../src/core/format.ts"
import { noSecrets, type SecretRedactor } from "../../src/core/secrets/redactor.ts"
import type { ChatClient, ReplyStream } from "../../src/exchange/chat-exchange.ts"
import { passStream } from "../../src/exchange/pass-stream.ts"
import { answerLimits } from "../../src/exchange/policies.ts"
import { translateStream } from "../../src/exchange/translate-stream.ts"
import { maskedData } from "../../src/exchange/without-secrets.ts"
import { atOnce } from "../cost/masks.ts"
import { chatCompletions } from "../../src/formats/chat-completions/index.ts"
import { responses } from "../../src/formats/responses/index.ts"
import { passthrough } from "../../src/formats/responses/passthrough.ts"

/** Data masked, all steps at once. */
const maskedBy = (data: string, mask: (text: string) => string): string => {
  const work = maskedData(data, atOnce(mask))
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}

const key = "seventeen zebras"
const words = "0123456789".repeat(100_000)

/** A redactor of one key, and how many characters it was given. */
const counting = () => {
  let searched = 0
  const text = (given: string): string => {
    searched += given.length
    return given.replaceAll(key, "[redacted]")
  }
  const secrets: SecretRedactor = { ...noSecrets, text }
  return { secrets, searched: () => searched }
}

const clientWith = (secrets: SecretRedactor): ChatClient => ({
  format: responses,
  passing: passthrough,
  defaults: { id: "stamp", created: 1, model: "m", requestId: "r" },
  limits: answerLimits,
  hide: () => [],
  secrets
})

const toldBy = (machine: ReplyStream, stream: string): string => {
  const out = [...machine.push(new TextEncoder().encode(stream))]
  while (machine.waits()) out.push(...machine.push(new Uint8Array(0)))
  out.push(...machine.end("clean"))
  while (machine.waits()) out.push(...machine.push(new Uint8Array(0)))
  return Buffer.concat(out).toString()
}

const lastOf = (told: string) => JSON.parse(told.slice(told.lastIndexOf("data: ") + 6))
const event = (value: { readonly type: string } & Readonly<Record<string, unknown>>): string =>
  `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`

it("an error behind a long answer is masked, and the answer that is told again is not searched", () => {
  const { secrets, searched } = counting()
  const machine = translateStream(clientWith(secrets), chatCompletions, emptyReplyContext, defaultReplyPreferences)
  const chunk = { id: "c", model: "m", choices: [{ index: 0, delta: { role: "assistant", content: words } }] }
  const error = { error: { message: `It failed after ${key}.`, type: "server_error" } }
  const told = toldBy(machine, `data: ${JSON.stringify(chunk)}\n\ndata: ${JSON.stringify(error)}\n\n`)
  const { type, response } = lastOf(told)
  expect([type, response.error.message]).toEqual(["response.failed", "It failed after [redacted]."])
  expect(response.output[0].content[0].text === words).toBe(true)
  expect(told).not.toContain(key)
  expect(searched()).toBeLessThan(10_000)
})

const response = { id: "resp_1", object: "response", created_at: 1, model: "m", output: [] }
const content = [{ type: "output_text", text: words, annotations: [] }]
const output = [{ id: "msg_1", type: "message", role: "assistant", status: "completed", content }]

const passing = (message: string) => {
  const { secrets, searched } = counting()
  const machine = passStream(clientWith(secrets), responses, defaultReplyPreferences, false)
  const failed = { ...response, status: "failed", error: { code: "server_error", message }, output }
  const told = toldBy(
    machine,
    event({ type: "response.created", response: { ...response, status: "in_progress" } }) +
      event({ type: "response.failed", response: failed })
  )
  return { told, searched: searched() }
}

it("a vendor's long last event passes where its error tells no key, and is searched there alone", () => {
  const { told, searched } = passing("It failed.")
  expect(lastOf(told).response.output).toEqual(output)
  expect(searched).toBeLessThan(10_000)
})

it("a vendor's long last event whose error tells a key does not pass", () => {
  const { told } = passing(`It failed after ${key}.`)
  expect(told).not.toContain(key)
  expect(lastOf(told).type).toBe("response.failed")
})

it("an error that is long itself is left out of long data", () => {
  const long = JSON.stringify({ type: "error", error: { message: words.repeat(2) } })
  expect(maskedBy(long, (text) => text)).toBe('{"type":"error","error":null}')
})

it("A long event that tells its error twice is searched in both", () => {
  const said = "word ".repeat(100_000)
  const long = `{"error":"a key","response":{"error":{"a":"a key"},"output":"${said}","error":"a key"},"error":"a key"}`
  const masked = maskedBy(long, (text) => text.replaceAll("key", "..."))
  expect([masked.includes("key"), masked.length]).toEqual([false, long.length])
})

/** @see https://developers.openai.com/api/reference/resources/responses/streaming-events its `error` has no member of that name (read 2026-11) */
it.each([
  ["an error event of Responses", (message: string) => ({ type: "error", sequence_number: 4, code: null, message })],
  ["the same beside an empty error", (message: string) => ({ type: "error", error: null, message })],
  ["an error in a list, as Google writes it", (message: string) => [{ error: { code: 500, message } }]],
  ["words behind the answer", (message: string) => ({ response: { error: null, output: [words] }, message })]
])("%s is searched however long it is", (_, said) => {
  const filled = `${words} ${key} ${words}`
  const told = maskedBy(JSON.stringify(said(filled)), (text) => text.replaceAll(key, "..."))
  expect(told).toBe(JSON.stringify(said(filled.replace(key, "..."))))
})
