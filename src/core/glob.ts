/** Whether a text fits one of some globs, in which `*` stands for any characters. */
export const globMatcher = (globs: readonly string[]): ((text: string) => boolean) => {
  if (globs.includes("*")) return () => true
  const split = globs.map((glob) => glob.split("*"))
  return (text) => split.some((parts) => matchesParts(parts, text))
}

/** Whether a glob stands for more than one text. */
export const isGlob = (glob: string): boolean => glob.includes("*")

/** Whether a text is the parts of a glob with anything between them. */
const matchesParts = (parts: readonly string[], text: string): boolean => {
  const [first = "", ...rest] = parts
  const last = rest.pop()
  if (last === undefined) return text === first
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
  const end = text.length - last.length
  let from = first.length
  for (const part of rest) {
    const index = text.indexOf(part, from)
    if (index < 0 || index + part.length > end) return false
    from = index + part.length
  }
  return true
}
