/** Where a defect came from: never its message, which may quote a body. */
const originOf = (defect: unknown): readonly string[] =>
  defect instanceof Error
    ? [
        defect.name,
        ...(defect.stack ?? "")
          .split("\n")
          .filter((line) => /^\s+at /.test(line))
          .slice(0, 8)
      ]
    : []

/** What is told of a defect: what it says, as far as that quotes nothing, and where it came from. */
export const aboutDefect = (defect: unknown): readonly string[] => {
  const [name, ...lines] = originOf(defect)
  return name === undefined ? [] : [`${name}: ${saidBy(defect)}`, ...lines]
}

/** The most of a defect's message that is told, in UTF-16 code units. */
const most = 200

const saidBy = (defect: unknown): string => {
  if (!(defect instanceof Error) || quotes(defect)) return "(what it says may quote what was read)"
  return unquoted(defect.message).slice(0, most)
}

/** Errors whose message holds what was read: of a parser, and those of the engine that print a value as it is. */
const quotes = ({ name, message }: Error): boolean =>
  name === "SyntaxError" || name === "URIError" || /^Cannot (?:use 'in' operator|convert )/.test(message)

/** A message without what stands in quotes, but for names such as that of a member. */
const unquoted = (message: string): string =>
  message.replace(/(["'`])([^"'`]*)\1?/g, (whole, mark: string, text: string) =>
    /^[\w$.]{1,40}$/.test(text) ? whole : `${mark}…${mark}`
  )
