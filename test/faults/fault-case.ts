import assert from "node:assert/strict"
import { allClosed, noSecret } from "./laws.ts"
import { rawClient } from "./raw-client.ts"
import type { RawClient, RawOptions } from "./raw-client.ts"
import type { Scripted } from "./script.ts"
import { chatSdks, messagesSdks } from "./sdk-clients.ts"
import type { ChatBody, MessagesBody, Sdk, SdkLedger, SdkOptions } from "./sdk-clients.ts"
import { scriptUpstream } from "./upstream.ts"
import type { ScriptedUpstream } from "./upstream.ts"

/** What is under test: anything that answers at a URL (without a slash at its end). */
export interface Gateway {
  readonly url: string
  /** Closes it with every connection that it holds. */
  readonly close?: () => Promise<void>
}

/** Starts what is under test in front of an upstream. */
export type StartGateway = (upstreamUrl: string) => Promise<Gateway>

/** What a case is made of. */
export interface FaultCase {
  readonly answers: readonly Scripted[]
  /** Without it the clients talk to the upstream itself. */
  readonly gateway?: Gateway | StartGateway
  /** Must not reach a client, in no spelling: the keys that the gateway was given for its upstreams. */
  readonly secrets?: readonly string[]
  /** Whether the case asks for what the script does not foresee. */
  readonly unscripted?: boolean
  /** How long to wait for what the upstream should see, in milliseconds; the harness's own patience unless said. */
  readonly patience?: number
}

/** Where an SDK of a case calls is the case's own matter. */
export type CaseSdkOptions = Omit<SdkOptions, "url">

/** What a case works with. */
export interface Parts {
  readonly upstream: ScriptedUpstream
  /** Where the clients call. */
  readonly url: string
  readonly raw: (options?: RawOptions) => Promise<RawClient>
  readonly openai: (options?: CaseSdkOptions) => Sdk<ChatBody>
  readonly openaiPrevious: (options?: CaseSdkOptions) => Sdk<ChatBody>
  readonly anthropic: (options?: CaseSdkOptions) => Sdk<MessagesBody>
  readonly anthropicPrevious: (options?: CaseSdkOptions) => Sdk<MessagesBody>
}

/**
 * Runs a case: starts the parts, runs it, checks the laws of every case, and closes everything, whatever happened. What
 * failed first is what it rejects with.
 */
export const faultCase = async (
  { answers, gateway, secrets = [], unscripted = false, patience }: FaultCase,
  run: (parts: Parts) => Promise<void>
): Promise<void> => {
  const upstream = await scriptUpstream(answers, patience)
  const raws: RawClient[] = []
  const told: SdkLedger[] = []
  let started: Gateway | undefined
  await allOf(
    async () => {
      started = typeof gateway === "function" ? await gateway(upstream.url) : gateway
      await run(partsOf(upstream, started?.url ?? upstream.url, raws, told))
      noSecret([raws.map((client) => client.ledger()), told], secrets)
      if (!unscripted) assert.equal(upstream.unscripted.length, 0, "requests that the script did not foresee")
    },
    () => Promise.all(raws.map((client) => client.close())),
    () => started?.close?.(),
    () => (started?.close === undefined ? undefined : allClosed(upstream)),
    () => upstream.close()
  )
}

const allOf = async (...things: readonly (() => unknown)[]): Promise<void> => {
  const failures: unknown[] = []
  for (const thing of things) {
    try {
      await thing()
    } catch (failure) {
      failures.push(failure)
    }
  }
  if (failures.length > 0) throw failures[0]
}

const partsOf = (upstream: ScriptedUpstream, url: string, raws: RawClient[], told: SdkLedger[]): Parts => ({
  upstream,
  url,
  raw: async (options = {}) => {
    const client = await rawClient(url, options)
    raws.push(client)
    return client
  },
  openai: (options = {}) => listening(chatSdks.openai({ ...options, url }), told),
  openaiPrevious: (options = {}) => listening(chatSdks["openai-previous"]({ ...options, url }), told),
  anthropic: (options = {}) => listening(messagesSdks.anthropic({ ...options, url }), told),
  anthropicPrevious: (options = {}) => listening(messagesSdks["anthropic-previous"]({ ...options, url }), told)
})

const listening = <Body>(sdk: Sdk<Body>, told: SdkLedger[]): Sdk<Body> => {
  const kept = async (call: Promise<SdkLedger>): Promise<SdkLedger> => {
    const ledger = await call
    told.push(ledger)
    return ledger
  }
  return {
    ...sdk,
    unary: (body, call) => kept(sdk.unary(body, call)),
    stream: (body, call) => kept(sdk.stream(body, call)),
    helper: (body, call) => kept(sdk.helper(body, call))
  }
}
