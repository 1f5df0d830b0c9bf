import { Buffer } from "node:buffer"
import { joined } from "./bytes.ts"
import { bodyReader, requestBodyEnd } from "./http-body.ts"
import type { BodyReader } from "./http-body.ts"
import { readHead, valuesOf } from "./http-head.ts"
import type { Head } from "./http-head.ts"
import type { SeenRequest } from "./upstream-ledger.ts"
import { gate } from "./watch.ts"

/** A request while it comes in: what was seen so far, and a promise of its last byte. */
export class IncomingRequest implements SeenRequest {
  readonly connection: number
  readonly number: number
  readonly method: string
  readonly target: string
  readonly version: string
  readonly head: Uint8Array
  readonly headers: SeenRequest["headers"]
  readonly startedAt = performance.now()
  readonly whole: Promise<void>
  complete = false
  readonly #reader: BodyReader
  readonly #rawBody: Uint8Array[] = []
  readonly #finish: () => void

  constructor(connection: number, number: number, head: Head, bytes: Uint8Array) {
    const [method = "", target = "", version = ""] = head.line.split(" ")
    this.connection = connection
    this.number = number
    this.method = method
    this.target = target
    this.version = version
    this.headers = head.headers
    this.head = bytes
    this.#reader = bodyReader(requestBodyEnd(head.headers))
    const { opened, open } = gate()
    this.whole = opened
    this.#finish = open
  }

  get path(): string {
    return this.target.split("?", 1)[0] ?? ""
  }

  get rawBody(): Uint8Array {
    return joined(this.#rawBody)
  }

  get body(): Uint8Array {
    return this.#reader.body()
  }

  get problem(): string | undefined {
    const both =
      valuesOf(this.headers, "transfer-encoding").length > 0 && valuesOf(this.headers, "content-length").length > 0
    if (both) return "both transfer-encoding and content-length"
    if (!/^HTTP\/1\.[01]$/.test(this.version)) return "the request line is not HTTP"
    return this.#reader.problem()
  }

  /** Takes bytes of the body; gives what belongs to the next request once the body is whole. */
  push(bytes: Uint8Array): Uint8Array | undefined {
    const rest = this.#reader.push(bytes)
    this.#rawBody.push(rest === undefined ? bytes : bytes.subarray(0, bytes.length - rest.length))
    if (rest === undefined) return undefined
    this.complete = true
    this.#finish()
    return rest
  }
}

/** Reads the requests of one connection, however their bytes are cut; `onHead` is told of each when its head came. */
export const requestReader = (
  start: (head: Head, bytes: Uint8Array) => IncomingRequest,
  onHead: (request: IncomingRequest) => void
): ((bytes: Uint8Array) => void) => {
  let pending: Uint8Array = Buffer.alloc(0)
  let current: IncomingRequest | undefined
  return (bytes) => {
    let rest: Uint8Array | undefined = bytes
    while (rest !== undefined) {
      if (current === undefined) {
        pending = joined([pending, rest])
        const head = readHead(pending)
        if (head === undefined) return
        current = start(head, pending.subarray(0, head.size))
        rest = pending.subarray(head.size)
        pending = Buffer.alloc(0)
        onHead(current)
      }
      rest = current.push(rest)
      if (rest !== undefined) current = undefined
      if (rest?.length === 0) return
    }
  }
}
