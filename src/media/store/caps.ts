import { GatewayError } from "../../core/errors/error.ts"

/** How much a store takes, in bytes. */
export interface StoreCaps {
  /** Of one medium. */
  readonly medium: number
  /** Of all together. */
  readonly all: number
}

/** How much of a store is taken: by what is kept, and by what is on its way in. */
export class StoreQuota {
  readonly #caps: StoreCaps
  #kept = 0
  #arriving = 0

  constructor(caps: StoreCaps) {
    this.#caps = caps
  }

  /** Whether nothing more fits in. */
  get isFull(): boolean {
    return this.#kept + this.#arriving >= this.#caps.all
  }

  /** Takes room for one medium, piece by piece. */
  enter(): PendingEntry {
    let size = 0
    const leave = (): void => {
      this.#arriving -= size
    }
    return {
      add: (bytes) => {
        size += bytes
        this.#arriving += bytes
        if (size > this.#caps.medium) return tooLarge(this.#caps.medium)
        return this.#kept + this.#arriving > this.#caps.all ? storeFull() : undefined
      },
      size: () => size,
      stay: () => {
        this.#kept += size
      },
      leave
    }
  }

  /** Gives the room of what is forgotten. */
  free(size: number): void {
    this.#kept -= size
  }

  /** How much is kept, counted anew. */
  count(bytes: number): void {
    this.#kept = bytes
  }
}

/** One medium on its way in. */
export interface PendingEntry {
  /** More of it; why it may not be taken, where it may not. */
  readonly add: (bytes: number) => GatewayError | undefined
  readonly size: () => number
  /** It is kept. */
  readonly stay: () => void
  /** It is on its way no more, kept or not. */
  readonly leave: () => void
}

/** The store cannot be reached. */
export const storeUnavailable = (): GatewayError =>
  new GatewayError("Overloaded", "Media cannot be stored or read at the moment. Try again shortly.", {
    code: "media_store_unavailable",
    retryAfter: 1
  })

/** The store takes nothing more until something is forgotten. */
export const storeFull = (): GatewayError =>
  new GatewayError("Overloaded", "There is no room for more media at the moment. Try again later.", {
    code: "media_store_full",
    retryAfter: 60
  })

/** A medium has more bytes than the store takes. */
const tooLarge = (most: number): GatewayError =>
  new GatewayError("PayloadTooLarge", `The media file is larger than ${most} bytes.`)

/** A medium was forgotten between finding and reading it. */
export const mediaForgotten = (): GatewayError =>
  new GatewayError("Gone", "The media file is no longer stored.", { code: "expired" })
