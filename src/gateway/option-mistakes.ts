/** What is chosen for a gateway, as it comes. */
type Given<Name extends string> = { readonly [Key in Name]?: unknown }

/** What of a gateway's options is not what its type says, whatever gave it; undefined: nothing. */
export const optionMistake = ({
  grace,
  prefix,
  requests,
  bodies,
  answers
}: Given<"grace" | "prefix" | "requests" | "bodies" | "answers">): string | undefined => {
  if (isGiven(prefix) && typeof prefix !== "string") return "`prefix` must be a text, such as `/api/ai`."
  if (isGiven(grace) && !(typeof grace === "number" && grace >= 0))
    return "`grace` must be a number of milliseconds, 0 or more."
  const limits = { requests, ...membersOf("bodies", bodies), ...membersOf("answers", answers) }
  const wrong = Object.entries(limits).find(([, limit]) => limit !== undefined && !isLimit(limit))
  return wrong && `\`${wrong[0]}\` must be a number above 0.`
}

/** What should be a function, of what a gateway is made of, and is none; undefined: nothing. */
export const functionMistake = (parts: Given<"log" | "onRequest">): string | undefined => {
  const wrong = Object.entries(parts).find(([, part]) => part !== undefined && typeof part !== "function")
  return wrong && `\`${wrong[0]}\` must be a function.`
}

const isGiven = (given: unknown): boolean => given !== undefined && given !== null

const isLimit = (given: unknown): boolean => typeof given === "number" && given > 0

const membersOf = (name: string, given: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(given ?? {}).map(([member, limit]) => [`${name}.${member}`, limit]))
