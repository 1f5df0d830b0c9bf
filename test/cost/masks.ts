import type { Mask } from "../../src/exchange/event-lines.ts"

/** A mask that needs no steps. */
export const atOnce = (mask: (text: string) => string): Mask =>
  // oxlint-disable-next-line require-yield
  function* (text) {
    return mask(text)
  }
