import type { FormatId } from "../golden/golden.ts"
import { recorded } from "./ledger.ts"
import type { Notes, SdkLedger } from "./ledger.ts"
import { clientKey } from "./sdk.ts"
import type { CallOptions, Sdk, SdkOptions } from "./sdk.ts"

/** One way to call an SDK: it tells the notes what it sees, and throws what the SDK throws. */
export type Way<Body> = (body: Body, signal: AbortSignal, notes: Notes) => Promise<void>

/** The three ways to call an SDK. */
export interface Ways<Body> {
  readonly unary: Way<Body>
  readonly stream: Way<Body>
  readonly helper: Way<Body>
}

/** The driver of an SDK that can be called in these ways. */
export const driver = <Body>(name: string, format: FormatId, { unary, stream, helper }: Ways<Body>): Sdk<Body> => ({
  name,
  format,
  unary: written(unary),
  stream: written(stream),
  helper: written(helper)
})

const written =
  <Body>(way: Way<Body>) =>
  (body: Body, { abortAfter, signal }: CallOptions = {}): Promise<SdkLedger> =>
    recorded(abortAfter, (notes) =>
      way(body, signal === undefined ? notes.signal : AbortSignal.any([notes.signal, signal]), notes)
    )

/** What every SDK's client is made with; the log is off so that a case's output is its own. */
export const settings = ({ key = clientKey, maxRetries = 0, headers = {} }: SdkOptions) => ({
  apiKey: key,
  maxRetries,
  defaultHeaders: { ...headers },
  logLevel: "off" as const
})
