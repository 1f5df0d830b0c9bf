/** A code of a runtime's, and nothing that could quote what was sent. */
const code = /^[A-Za-z]\w{1,63}$/

/** How deep an error is looked into for the one that it came of. */
const deepest = 4

/** The code of what a runtime threw, such as `ECONNREFUSED`, or of what that came of; undefined where none says one. */
export const codeOf = (thrown: unknown, depth = 0): string | undefined => {
  if (typeof thrown !== "object" || thrown === null || depth > deepest) return undefined
  if ("code" in thrown && typeof thrown.code === "string" && code.test(thrown.code)) return thrown.code
  const several: readonly unknown[] = "errors" in thrown && Array.isArray(thrown.errors) ? thrown.errors : []
  return codeOf("cause" in thrown ? thrown.cause : several[0], depth + 1)
}
