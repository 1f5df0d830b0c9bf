import { type ServedId, wires } from "../bodies.ts"
import { type Child, launch } from "../child.ts"
import type { Size } from "../inputs.ts"
import { wrongAnswer, wrongRequest, wrongStream } from "../shapes.ts"
import { bare, type Gateway } from "./gateways.ts"
import type { LoadAnswers, Requests } from "./load.ts"
import { pinned, serve, type Served } from "./process.ts"
import type { UpstreamAnswers } from "./upstream.ts"
import { streamEvents } from "./upstream-shape.ts"

/** What is asked of a gateway. */
export interface Work {
  readonly name: string
  readonly from: ServedId
  readonly to: ServedId
  readonly size: Size
  readonly stream: boolean
}

/** Who asks and who answers, on the core beside that of the gateways. */
export interface Rig {
  readonly upstream: Child<UpstreamAnswers>
  readonly load: Child<LoadAnswers>
  readonly vendor: string
  readonly stop: () => void
}

/** Starts both. */
export const startRig = async (): Promise<Rig> => {
  const upstream = launch<UpstreamAnswers>("./served/upstream.ts", [], [], pinned(1))
  const load = launch<LoadAnswers>("./served/load.ts", [], [], pinned(1))
  const stop = (): void => {
    upstream.stop()
    load.stop()
  }
  return { upstream, load, vendor: `http://127.0.0.1:${await upstream.ask("port")}`, stop }
}

/** A gateway that runs, and the requests that it is asked. */
export interface Asked {
  readonly served: Served
  readonly requests: Requests
}

/** Starts a gateway anew, looks whether it does its work, and stops it after its use; or says what it did wrong. */
export const withGateway = async <A>(
  rig: Rig,
  gateway: Gateway,
  work: Work,
  use: (asked: Asked) => Promise<A>
): Promise<A | string> => {
  const served = await serve((port) => gateway.start(rig.vendor, port))
  try {
    const asked = { served, requests: requestsTo(rig, gateway, work, served.port) }
    return (await wrong(rig, gateway, work, asked.requests)) ?? (await use(asked))
  } catch (thrown) {
    return String(thrown)
  } finally {
    await rig.load.ask("close", served.port)
    await served.stop()
  }
}

/** Bare Node passes what it is asked: it is asked what the vendor speaks. */
const requestsTo = ({ vendor }: Rig, gateway: Gateway, { from, to, size, stream }: Work, port: number): Requests => ({
  port,
  format: gateway.name === bare ? to : from,
  size,
  model: wires[to].model,
  stream,
  head: gateway.head?.(vendor, { from, to }) ?? ""
})

/** Asks once and looks at what the vendor got and what the client got; gives what is wrong. */
const wrong = async (
  { upstream, load }: Rig,
  gateway: Gateway,
  { to }: Work,
  requests: Requests
): Promise<string | undefined> => {
  const { format, model, stream } = requests
  const got = await load.ask("once", requests)
  if (got.status !== 200) return `status ${got.status}: ${got.text.slice(0, 200)}`
  const answered = stream ? wrongStream(format, got.text, streamEvents * 0.75) : wrongAnswer(format, got.text)
  if (answered !== undefined || gateway.name === "llm-bridge") return answered
  const { path, body } = await upstream.ask("last")
  if (path !== wires[to].path(model, stream)) return `the vendor was called at ${path}`
  if (format === to && gateway.name !== "portkey" && body !== got.sent) return "the bytes of the request did not pass"
  return wrongRequest(to, body, model)
}
