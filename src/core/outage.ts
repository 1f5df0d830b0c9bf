/** Tells once that something cannot be reached, however often that is found, and once that it can be again. */
export class OutageLog {
  #failures = 0

  /** A call failed; whether it is the first since one succeeded. */
  begins(): boolean {
    this.#failures += 1
    return this.#failures === 1
  }

  /** A call succeeded; how many failed since the last one that did. */
  ends(): number {
    const failures = this.#failures
    this.#failures = 0
    return failures
  }
}
