import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Principal, AuthPolicy } from "../credentials/credentials.ts"
import { type Answer, badRequest } from "../exchange/answer.ts"
import type { Job } from "../exchange/offload.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { type WireError, wireNames } from "../core/format.ts"
import type { JsonTemplate } from "../core/json/json.ts"
import type { ValueSchema } from "../core/reading/value-schema.ts"
import type { ChatModels } from "../capabilities/models.ts"
import type { ChatWire } from "../exchange/chat-exchange.ts"
import { chat, type IncomingChat } from "../exchange/chat.ts"

/** What a route reads after its head: JSON of so many bytes at most, a form or JSON, or nothing. */
export type BodyKind = { readonly kind: "json" | "form"; readonly cap: number } | { readonly kind: "none" }

/** Whether a body is a form, by its type. */
export const isForm = (contentType: string | undefined): boolean =>
  contentType !== undefined && /^\s*multipart\/form-data\s*;/i.test(contentType)

/** The head of a request. Header names are lower-case. */
export interface Head {
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string | undefined>>
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly search: () => URLSearchParams
  /** The client's own id for this request where it is well-formed, else ours. */
  readonly requestId: string
  /** The network address of the client, where its host knows it. */
  readonly address: () => string | undefined
}

/** A request that was let in: whose it is, and its bytes. */
export interface Incoming {
  readonly head: Head
  readonly principal: Principal
  readonly body: Uint8Array
}

/** One endpoint as a value: everything that is known of its route is read from it. `R` names what it calls. */
export interface Endpoint<out R = never> {
  readonly id: string
  readonly method: "GET" | "POST" | "DELETE"
  /**
   * A path, in which `:name` is a parameter that holds no slash. A last `*name` may hold slashes and colons, and a verb
   * may follow it: `/v1beta/models/*model:generateContent`.
   */
  readonly path: `/${string}`
  /** Other paths that mean the same. */
  readonly also?: readonly `/${string}`[]
  readonly auth: AuthPolicy
  /** Of an open route: asked before anything of the body is read; whom it refuses is answered without that. */
  readonly admit?: (head: Head) => Effect.Effect<void, GatewayError, Scope.Scope>
  /** Whether it only tells that a path does not take its method, in words of its own: no `allow` names it. */
  readonly isRefusal?: true
  /** What it reads of its query; absent: nothing. */
  readonly query?: QueryRows
  readonly body: BodyKind
  /** Whether what a body says is held until its answer ends; absent: only until the answer begins. */
  readonly keepsBody?: boolean
  /** A sentence for a table of endpoints. */
  readonly summary: string
  /** What a document tells of it besides; absent: what the list of the usual endpoints says. */
  readonly described?: EndpointDocs
  /** Answers. The scope ends with the answer's last byte, or when the client leaves. */
  readonly handle: (incoming: Incoming) => Effect.Effect<Answer, GatewayError, R | Scope.Scope>
  /** What of answering may take long, and may be done on another thread. */
  readonly jobs?: readonly Job<never, unknown, unknown>[]
  /** The error body that this endpoint's clients understand. */
  readonly error: (error: GatewayError, head: Head) => WireError
  /** Paths that begin so are its API's: where no endpoint stands at one, callers get this endpoint's error body. */
  readonly owns?: `/${string}`
}

/** 32 MiB: what a body of the chat endpoints may have. */
export const chatCap = 32 * 1024 * 1024

/** 4 MiB: what a body of the other endpoints may have. */
export const smallCap = 4 * 1024 * 1024

/** The endpoints that a gateway serves, for those of them that tell of the others. */
export const MountedEndpoints = Context.Reference<readonly Endpoint<unknown>[]>("isogloss/Mounted", {
  defaultValue: () => []
})

/** What a document tells of an endpoint besides what its value says. */
export interface EndpointDocs {
  /** The schema of its body. Defaults are what an upstream does where a member is absent: none is put in here. */
  readonly request?: JsonTemplate
  /** The schema of its body as a form; absent: the same. */
  readonly form?: JsonTemplate
  /** The schema of its answer where all is well; absent: none is told. */
  readonly answer?: JsonTemplate
  /** The schema of its errors; absent: none is told. */
  readonly failure?: JsonTemplate
  /** The types of its answers; JSON where nothing is said. */
  readonly answers?: readonly string[]
}

/** A parameter of a query: what reads it, and what a document tells of it. */
export interface QueryRow<A = unknown> {
  readonly schema: ValueSchema
  readonly description?: string
  readonly required?: true
  /** Reads its text; null: it is not there. Undefined: it is not as it must be. */
  readonly read: (text: string | null) => A | undefined
  /** What is said of one that is not, behind its name. */
  readonly must?: string
}

/** Parameters of a query by their names, in the order in which they are read. */
export type QueryRows = Readonly<Record<string, QueryRow>>

/** What the parameters of a table read as. */
export type QueryValues<T extends QueryRows> = {
  readonly [K in keyof T]: Exclude<ReturnType<T[K]["read"]>, undefined>
}

/** A text; null where it is not there. */
export const textParameter: QueryRow<string | null> = { schema: { type: "string" }, read: (text) => text }

/** A text that must be there and hold something. */
export const requiredParameter = (must = "is required"): QueryRow<string> => ({
  schema: { type: "string" },
  required: true,
  read: (text) => (text === null || text === "" ? undefined : text),
  must
})

/** One of some words, and what its absence says. */
export const wordParameter = <const W extends readonly string[]>(words: W, absent: W[number]): QueryRow<W[number]> => ({
  schema: { type: "string", enum: words, default: absent },
  read: (text) => (text === null ? absent : words.find((one) => one === text)),
  must: `must be ${words.map((one) => `\`${one}\``).join(" or ")}`
})

/** A whole number of at most three digits, and what its absence says. `must`: what is said of anything else. */
export const countParameter = (
  { minimum, maximum = Infinity, absent }: CountRange,
  must = "must be a whole number"
): QueryRow<number> => ({
  schema: { type: "integer", minimum, ...(maximum < Infinity && { maximum }), default: absent },
  read: (text) => {
    const count = text === null ? absent : /^\d{1,3}$/.test(text) ? Number(text) : -1
    return count >= minimum && count <= maximum ? count : undefined
  },
  must
})

interface CountRange {
  readonly minimum: number
  readonly maximum?: number
  readonly absent: number
}

/** Reads the query of a request. The first parameter that is not as it must be is refused. */
export const readQuery = <const T extends QueryRows>(
  rows: T,
  { search }: { readonly search: () => URLSearchParams }
): Effect.Effect<QueryValues<T>, GatewayError> => {
  const query = search()
  const values: Record<string, unknown> = {}
  for (const [name, { read, must = "" }] of Object.entries(rows)) {
    const value = read(query.get(name))
    if (value === undefined) return Effect.fail(badRequest(`/${name}`, `\`${name}\` ${must}.`))
    values[name] = value
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values read are those that the table's type was derived from
  return Effect.succeed(values as QueryValues<T>)
}

/** The parameters of a table, as OpenAPI writes them. */
export const queryParameters = (rows: QueryRows): readonly JsonTemplate[] =>
  Object.entries(rows).map(([name, { required, description, schema }]) => ({
    name,
    in: "query",
    ...(required && { required }),
    ...(description !== undefined && { description }),
    schema
  }))

/** The format of a caller at a path that several vendors have: by the header of a version, else by the carrier of its key. */
export const callerOf = ({
  headers,
  search
}: Pick<Head, "headers" | "search">): "messages" | "generate-content" | "chat-completions" => {
  if (headers[wireNames.messagesVersionHeader] !== undefined) return "messages"
  return headers[wireNames.contentKeyHeader] !== undefined || search().has("key")
    ? "generate-content"
    : "chat-completions"
}

/** Whether a path is one of the content-style API's: by its version, or by a verb after a colon. */
export const isContentPath = (path: string): boolean => /^\/v1beta(?:\/|$)|^\/v1\/models\/.*(?::|%3a)/i.test(path)

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

/** Whether the gateway is to be stopped, so that no more requests should be sent to it. */
export const Draining = Context.Reference<() => boolean>("isogloss/Draining", { defaultValue: () => () => false })
