import type { FormatId } from "../golden/golden.ts"
import { recorded } from "./ledger.ts"
import type { CallOptions, Notes, SdkLedger } from "./ledger.ts"
import { clientKey } from "./sdk.ts"
import type { Sdk, SdkOptions } from "./sdk.ts"

/** What a create method gives, in any of the SDKs. */
interface Pending<Data> {
  readonly withResponse: () => Promise<{
    readonly data: Data
    readonly response: Pick<Response, "status">
    readonly request_id: string | null | undefined
  }>
}

/** A stream helper: its events, what it folds them into, and the response when it knows it. */
interface Helped {
  readonly events: AsyncIterable<unknown>
  readonly final: () => Promise<unknown>
  readonly response?: () => { readonly status: number | undefined; readonly requestId: string | null | undefined }
}

/** The three ways to call an SDK, in the SDK's own words. */
export interface Ways<Body> {
  readonly create: (body: Body, signal: AbortSignal) => Pending<unknown>
  readonly stream: (body: Body, signal: AbortSignal) => Pending<AsyncIterable<unknown>>
  readonly helper: (body: Body, signal: AbortSignal) => Helped
}

/** The driver of an SDK that can be called in these ways. */
export const driver = <Body>(name: string, format: FormatId, ways: Ways<Body>): Sdk<Body> => ({
  name,
  format,
  unary: written(async (body, notes) => {
    notes.final = await answered(ways.create(body, notes.signal), notes)
  }),
  stream: written(async (body, notes) => {
    for await (const event of await answered(ways.stream(body, notes.signal), notes)) notes.event(event)
  }),
  helper: written(async (body, notes) => {
    const helped = ways.helper(body, notes.signal)
    try {
      for await (const event of helped.events) notes.event(event)
      notes.final = await helped.final()
    } finally {
      const response = helped.response?.()
      notes.answered(response?.status, response?.requestId)
    }
  })
})

const answered = async <Data>(pending: Pending<Data>, notes: Notes): Promise<Data> => {
  const { data, response, request_id } = await pending.withResponse()
  notes.answered(response.status, request_id)
  return data
}

const written =
  <Body>(way: (body: Body, notes: Notes) => Promise<void>) =>
  (body: Body, call: CallOptions = {}): Promise<SdkLedger> =>
    recorded(call, (notes) => way(body, notes))

/** What every SDK's client is made with; the log is off so that a case's output is its own. */
export const settings = ({ key = clientKey, maxRetries = 0, headers = {} }: SdkOptions) => ({
  apiKey: key,
  maxRetries,
  defaultHeaders: { ...headers },
  logLevel: "off" as const
})
