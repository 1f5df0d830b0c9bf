/**
 * What nothing honest has more of, so that none can be made to cost more than its bytes: reading limits, the same for
 * everybody, not settings. What is over one is refused by name.
 */
export const caps = {
  /** Characters of a number, in JSON or in a text that is read as one. JavaScript tells apart no more than 17 digits. */
  numeral: 1000,
  /** Parts of a form: what Go's `mime/multipart` reads since 1.20.1, too (https://go.dev/doc/go1.20#minor_library_changes). */
  parts: 1000
} as const
