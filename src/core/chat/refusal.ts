import type { ChatCandidate, ContentPart } from "./chat.ts"

/** What an answer says of why it refuses, in the model's own words; empty where it does not refuse. */
export const refusalIn = (parts: readonly ContentPart[]): string =>
  parts.map((part) => (part.type === "refusal" ? part.text : "")).join("")

/** An answer for a format that tells a refusal beside the content: as the reason why it ended. */
export const withRefusal = <A extends Pick<ChatCandidate, "finish" | "block">>(candidate: A, refusal: string): A => {
  if (refusal === "") return candidate
  const { finish, block } = candidate
  const refused = { ...candidate, block: { ...block, message: block?.message ?? refusal } }
  return finish === undefined || finish.kind === "stop" ? { ...refused, finish: { kind: "refusal" } } : refused
}
