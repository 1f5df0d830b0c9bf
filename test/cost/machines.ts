import type { ChatClient, ReplyStream } from "../../src/exchange/chat-exchange.ts"
import { passStream } from "../../src/exchange/pass-stream.ts"
import { answerLimits } from "../../src/exchange/policies.ts"
import { translateStream } from "../../src/exchange/translate-stream.ts"
import { chatCompletions } from "../../src/formats/chat-completions/index.ts"
import { passthrough as chatPassing } from "../../src/formats/chat-completions/passthrough.ts"
import { generateContent } from "../../src/formats/generate-content/index.ts"
import { passthrough as contentPassing } from "../../src/formats/generate-content/passthrough.ts"
import { messages } from "../../src/formats/messages/index.ts"
import { passthrough as messagesPassing } from "../../src/formats/messages/passthrough.ts"
import { responses } from "../../src/formats/responses/index.ts"
import { passthrough as responsesPassing } from "../../src/formats/responses/passthrough.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../src/core/format.ts"
import { noSecrets } from "../../src/core/secrets/redactor.ts"

/** The formats of clients and of upstreams, and what passes where both are one. */
export const clients = {
  chatCompletions: [chatCompletions, chatPassing],
  messages: [messages, messagesPassing],
  generateContent: [generateContent, contentPassing],
  responses: [responses, responsesPassing]
} as const
export type ClientName = keyof typeof clients

/** A client that knows no secrets. */
export const clientOf = (name: ClientName): ChatClient => ({
  format: clients[name][0],
  passing: clients[name][1],
  defaults: { id: "stamp", created: 1, model: "m", requestId: "r" },
  limits: answerLimits,
  hide: () => [],
  secrets: noSecrets
})

/** What an upstream's stream goes through to a client. */
export const machineOf = (client: ClientName, upstream: ClientName, to = clientOf(client)): ReplyStream =>
  client === upstream
    ? passStream(to, clients[client][0], defaultReplyPreferences, false)
    : translateStream(to, clients[upstream][0], emptyReplyContext, defaultReplyPreferences)

/** A machine that says and holds nothing, and never ends, but for what a test says of it. */
export const scriptedMachine = (own: Partial<ReplyStream>): ReplyStream => ({
  push: () => [],
  end: () => [],
  notes: () => [],
  usage: () => undefined,
  failure: () => undefined,
  began: () => true,
  ended: () => false,
  waits: () => false,
  awaitsUsage: () => false,
  ...own
})

/** What each step says after bytes were pushed, the first at once. */
export const stepsAfter = (machine: ReplyStream, bytes: Uint8Array): readonly string[] => {
  const said = [textOf(machine.push(bytes))]
  while (machine.waits()) said.push(textOf(machine.push(new Uint8Array(0))))
  return said
}

/** The same after the end. */
export const stepsAtEnd = (machine: ReplyStream): readonly string[] => {
  const said = [textOf(machine.end("clean"))]
  while (machine.waits()) said.push(textOf(machine.push(new Uint8Array(0))))
  return said
}

const textOf = (pieces: readonly Uint8Array[]): string => Buffer.concat(pieces).toString()
