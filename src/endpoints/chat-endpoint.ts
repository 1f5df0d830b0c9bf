import type { ChatModels } from "../capabilities/models.ts"
import type { AuthPolicy } from "../credentials/credentials.ts"
import type { ChatWire } from "../exchange/chat-exchange.ts"
import { chat, type IncomingChat } from "../exchange/chat.ts"
import { chatCap, type Endpoint, type Head, type QueryRows } from "./endpoint.ts"

/** A chat endpoint: where it is, what it takes, and how its format differs from the others. */
export interface ChatEndpoint extends Omit<ChatWire, "endpoint"> {
  readonly id: string
  readonly path: Endpoint["path"]
  readonly also?: readonly Endpoint["path"][]
  readonly auth: AuthPolicy
  readonly query?: QueryRows
  readonly summary: string
  /** What the path and the query ask, where the format's bodies do not. */
  readonly asks?: (head: Head) => Pick<IncomingChat, "path" | "deployment" | "framing">
}

/** What keeps clients waiting that read server-sent events as they are defined: a comment says nothing to them. */
export const comment = new TextEncoder().encode(": ping\n\n")

/** An endpoint that speaks a chat format with any chat model. */
export const chatEndpoint = ({
  id,
  path,
  also = [],
  auth,
  query = {},
  summary,
  asks,
  ...wire
}: ChatEndpoint): Endpoint<ChatModels> => {
  const { answer, jobs } = chat({ ...wire, endpoint: id })
  return {
    id,
    method: "POST",
    path,
    also,
    auth,
    query,
    body: { kind: "json", cap: chatCap },
    keepsBody: wire.history !== undefined,
    jobs,
    summary,
    handle: ({ head, principal, body }) =>
      answer({ requestId: head.requestId, headers: head.headers, principal, body, ...asks?.(head) }),
    error: wire.format.encodeError
  }
}
