import type { ChatCandidate, ContentPart, ChatResponse } from "../chat/chat.ts"
import type { ChatEvent } from "./event.ts"

/** A whole response as the stream that folds to it: every part whole, in order. */
export const unfoldResponse = (response: ChatResponse): readonly ChatEvent[] => {
  const { candidates, usage, ...head } = response
  return [
    { type: "start", response: head },
    ...candidates.flatMap(ofCandidate),
    ...(usage === undefined ? [] : [{ type: "usage", usage } as const]),
    { type: "end" }
  ]
}

const ofCandidate = ({ index, parts, finish, ...add }: ChatCandidate): readonly ChatEvent[] => [
  ...parts.flatMap((value: ContentPart, part) => [
    { type: "part", candidate: index, part, value } as const,
    { type: "part-end", candidate: index, part } as const
  ]),
  ...(parts.length === 0 || hasMore(add) ? [{ type: "candidate", candidate: index, add } as const] : []),
  ...(finish === undefined ? [] : [{ type: "finish", candidate: index, finish } as const])
]

const hasMore = (add: object): boolean => Object.keys(add).length > 0
