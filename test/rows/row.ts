/** The formats that an upstream may speak; of an endpoint, the one that is its own is where bytes pass. */
export const formats = ["chat-completions", "messages", "generate-content"] as const

/** A format that an upstream speaks. */
export type FormatId = (typeof formats)[number]

/** A member that must not be there. */
export const absent: unique symbol = Symbol("absent")

/** Members of a body; an undefined one is not there. */
export type Members = Readonly<Record<string, unknown>>

/** What must stand at places of a body: by pointer, a value or {@link absent}. */
export type Places = Readonly<Record<string, unknown>>

/** What must come of a request on one path. */
export type Outcome = Reaches | Refusal

/** The request reaches the upstream. */
export interface Reaches {
  readonly kind: "reaches"
  /** What stands in the body that the upstream was sent. */
  readonly body: Places
  /** All notes about the request, each `<kind> <pointer>`. */
  readonly notes: readonly string[]
  /** The text that the upstream was sent, from the client's; absent: where bytes pass, the client's own. */
  readonly text?: (sent: string) => string
  /** Headers that the upstream was sent. */
  readonly headers?: Readonly<Record<string, string | typeof absent>>
}

/** The request is a 400 that names a member, and the upstream is not called. */
export interface Refusal {
  readonly kind: "refused"
  readonly at: string
}

/** The request reaches the upstream with these members, and these notes are written. */
export const sends = (body: Places, ...notes: readonly string[]): Reaches => ({ kind: "reaches", body, notes })

/** The bytes pass, but for these pieces of their text, each replaced by its counterpart. */
export const passes = (
  pieces: readonly (readonly [from: string | RegExp, to: string])[],
  ...notes: readonly string[]
): Reaches => ({
  kind: "reaches",
  body: {},
  notes,
  text: (sent) => pieces.reduce((text, [from, to]) => replaced(text, from, to), sent)
})

const replaced = (text: string, from: string | RegExp, to: string): string => {
  const out = text.replace(from, to)
  if (out === text) throw new Error(`The row changes nothing: ${String(from)}`)
  return out
}

/** The request is refused, and the member at this place is named. */
export const refused = (at: string): Refusal => ({ kind: "refused", at })

/** Another path than the endpoint's usual ones: an upstream's format and the model to ask. */
export type Models = Readonly<Partial<Record<FormatId, string>>>

/** One thing that a row of the endpoint tables says, and what must come of it on each path. */
export interface Case<Id extends string = string> {
  /** The promise that it shows. */
  readonly keeps: Id
  /** What of the row. */
  readonly when: string
  /** Members laid over the table's usual body; an undefined one is taken out. */
  readonly given: Members
  /** Refused on every path, with this member named. */
  readonly refused?: string
  /** What comes of it where the upstream speaks each format. Where bytes pass, absent means that they pass as they are. */
  readonly to?: Readonly<Partial<Record<FormatId, Outcome>>>
  /** The only paths that the case is about, and the models that are asked for there; absent: the table's. */
  readonly models?: Models
  /** The id that the upstream is to see; absent: the one that was asked for. */
  readonly sent?: string
  /** What the upstream says; absent: a short text. */
  readonly said?: Said
  /** What stands in the client's whole answer, on every path. */
  readonly answer?: Places
}

/** What an upstream says, in whichever format. */
export interface Said {
  readonly thought?: string
  readonly text?: string
  readonly call?: { readonly id: string; readonly name: string; readonly input: object }
}

/** The rows of one endpoint. */
export interface Table<Id extends string = string> {
  /** Such as `POST /v1/chat/completions`. */
  readonly name: string
  readonly format: FormatId
  /** Where a request for a model goes. */
  readonly path: (model: string, streams: boolean) => string
  /** The body of a request where a case says nothing else; a function of the model's id. */
  readonly body: (model: string) => Members
  /** The model that is asked for on each path. */
  readonly models: Readonly<Record<FormatId, string>>
  readonly cases: readonly Case<Id>[]
}
