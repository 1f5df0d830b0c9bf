/** How one call goes. */
export interface CallOptions {
  /** Aborts once that many events came; 0 aborts before the call. */
  readonly abortAfter?: number
  /** Aborts whenever the case likes. */
  readonly signal?: AbortSignal
  /** Told of each event how many came, itself included; for opening gates. */
  readonly onEvent?: (count: number) => void
}

/** What an SDK's error says; a member that it does not have is undefined. */
export interface SdkError {
  /** The name of its class. */
  readonly name: string
  readonly message: string
  readonly status: number | undefined
  readonly type: string | undefined
  readonly code: string | undefined
  readonly param: string | undefined
  readonly requestId: string | undefined
  /** The body of the response, as the SDK keeps it. */
  readonly body: unknown
  /** The error itself, with its causes. */
  readonly thrown: unknown
}

/** What a driver saw of one call. */
export interface SdkLedger {
  /** The stream's items in the order they came; empty for a unary call. */
  readonly events: readonly unknown[]
  /** The unary answer, or what the helper folded the stream into. */
  readonly final: unknown
  readonly error: SdkError | undefined
  readonly status: number | undefined
  readonly requestId: string | undefined
  /** Whether the case aborted it. */
  readonly aborted: boolean
}

/** Writes down one call: `run` tells what it sees, and what it throws is the ledger's error. */
export const recorded = async (call: CallOptions, run: (notes: Notes) => Promise<void>): Promise<SdkLedger> => {
  const notes = new Notes(call)
  try {
    await run(notes)
    return notes.ledger(undefined)
  } catch (thrown) {
    return notes.ledger(thrown)
  }
}

/** What is written down while a call runs. */
export class Notes {
  final: unknown = undefined
  readonly #events: unknown[] = []
  readonly #controller = new AbortController()
  readonly #call: CallOptions
  #status: number | undefined = undefined
  #requestId: string | undefined = undefined

  constructor(call: CallOptions) {
    this.#call = call
    if (call.abortAfter === 0) this.#controller.abort()
    call.signal?.addEventListener("abort", () => this.#controller.abort(), { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The response's head came. */
  answered(status: number | undefined, requestId: string | null | undefined): void {
    this.#status = status
    this.#requestId = requestId ?? undefined
  }

  /** An item came; aborts the call after the item that the case named. */
  event(event: unknown): void {
    this.#events.push(structuredClone(event))
    this.#call.onEvent?.(this.#events.length)
    if (this.#events.length === this.#call.abortAfter) this.#controller.abort()
  }

  /** Everything written down. */
  ledger(thrown: unknown): SdkLedger {
    const error = thrown === undefined ? undefined : readError(thrown)
    return {
      events: this.#events,
      final: this.final,
      error,
      status: this.#status ?? error?.status,
      requestId: this.#requestId ?? error?.requestId,
      aborted: this.#controller.signal.aborted
    }
  }
}

const readError = (thrown: unknown): SdkError => ({
  name: thrown instanceof Error ? thrown.constructor.name : typeof thrown,
  message: thrown instanceof Error ? thrown.message : String(thrown),
  status: numberOf(thrown, "status"),
  type: stringOf(thrown, "type"),
  code: stringOf(thrown, "code"),
  param: stringOf(thrown, "param"),
  requestId: stringOf(thrown, "requestID"),
  body: memberOf(thrown, "error"),
  thrown
})

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

const stringOf = (value: unknown, name: string): string | undefined => {
  const member = memberOf(value, name)
  return typeof member === "string" ? member : undefined
}

const numberOf = (value: unknown, name: string): number | undefined => {
  const member = memberOf(value, name)
  return typeof member === "number" ? member : undefined
}
