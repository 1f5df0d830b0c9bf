import type { ChatModels } from "../capabilities/chat-models.ts"
import type { AuthPolicy } from "../credentials/carriers.ts"
import { chat } from "../exchange/chat.ts"
import type { ChatWire } from "../exchange/wire.ts"
import { chatCap, type Endpoint } from "./endpoint.ts"

/** A chat endpoint: where it is, what it takes, and how its format differs from the others. */
export interface ChatEndpoint extends Omit<ChatWire, "endpoint"> {
  readonly id: string
  readonly path: `/${string}`
  readonly auth: AuthPolicy
  readonly summary: string
}

/** An endpoint that speaks a chat format with any chat model. */
export const chatEndpoint = ({ id, path, auth, summary, ...wire }: ChatEndpoint): Endpoint<ChatModels> => {
  const answer = chat({ ...wire, endpoint: id })
  return {
    id,
    method: "POST",
    path,
    auth,
    body: { kind: "json", cap: chatCap },
    summary,
    handle: ({ head, principal, body }) =>
      answer({ requestId: head.requestId, headers: head.headers, principal, body }),
    error: wire.format.encodeError
  }
}
