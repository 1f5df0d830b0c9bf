/** How this library's gateways are named where others are told which ones a request passed (RFC 9110, 7.6.3). */
const grammar = /^1\.1 gw-[0-9a-f]{16}$/

/** The most gateways that a request passes. */
const most = 16

/** A gateway among those that a request passes, under a name that is new with each start and says nothing. */
export class Hops {
  readonly #own = `1.1 gw-${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("")}`

  /** The header with which a request goes on that passed no other. */
  readonly first = { via: this.#own }

  /**
   * The header with which a request goes on that came with this one: the gateways that it passed, and this one. Others
   * that it names stay unknown to the vendor. Undefined where the request has passed this gateway, or too many.
   */
  through(via: string | undefined): { readonly via: string } | undefined {
    if (via === undefined) return this.first
    const passed = via.split(",").flatMap((hop) => (grammar.test(hop.trim()) ? [hop.trim()] : []))
    if (passed.includes(this.#own) || passed.length >= most) return undefined
    return { via: [...passed, this.#own].join(", ") }
  }
}
