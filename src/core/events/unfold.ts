import type { Candidate, Part, Response } from "../chat/chat.ts"
import type { ChatEvent } from "./event.ts"

/** A whole response as the stream that folds to it: every part whole, in order. */
export const unfold = (response: Response): readonly ChatEvent[] => {
  const { candidates, usage, ...head } = response
  return [
    { type: "start", response: head },
    ...candidates.flatMap(ofCandidate),
    ...(usage === undefined ? [] : [{ type: "usage", usage } as const]),
    { type: "end" }
  ]
}

const ofCandidate = ({ index, parts, finish, ...add }: Candidate): readonly ChatEvent[] => [
  ...parts.flatMap((value: Part, part) => [
    { type: "part", candidate: index, part, value } as const,
    { type: "part-end", candidate: index, part } as const
  ]),
  ...(parts.length === 0 || hasMore(add) ? [{ type: "candidate", candidate: index, add } as const] : []),
  ...(finish === undefined ? [] : [{ type: "finish", candidate: index, finish } as const])
]

const hasMore = (add: object): boolean => Object.keys(add).length > 0
