import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Kept, Row } from "./rows.ts"
import { dueAt, type State, type Task } from "./task.ts"

/** Milliseconds since 1970. */
const time = Schema.Finite

const facts = {
  id: Schema.String,
  owner: Schema.String,
  kind: Schema.String,
  model: Schema.String,
  upstream: Schema.Struct({
    name: Schema.String,
    credential: Schema.String,
    model: Schema.String,
    id: Schema.optionalKey(Schema.String)
  }),
  handing: Schema.Struct({ link: Schema.Boolean, download: Schema.Boolean }),
  asked: Schema.Record(Schema.String, Schema.String),
  claim: Schema.optionalKey(Schema.Struct({ key: Schema.String, hash: Schema.String, until: time })),
  polls: Schema.Int,
  strikes: Schema.Struct({ failed: Schema.Int, missing: Schema.Int }),
  nextPollAt: time,
  deadlineAt: time,
  expiresAt: time,
  createdAt: time,
  updatedAt: time,
  progress: Schema.optionalKey(Schema.Finite)
}

const open = <S extends State>(state: S) => Schema.Struct({ ...facts, state: Schema.Literal(state) })

/** A task without what a lease changes, which stands beside it. */
const Written = Schema.Union([
  open("accepted"),
  open("submitting"),
  open("unknown"),
  open("submitted"),
  open("running"),
  Schema.Struct({
    ...facts,
    state: Schema.Literal("succeeded"),
    result: Schema.Struct({
      refs: Schema.Array(Schema.String),
      expiresAt: time,
      withheld: Schema.optionalKey(Schema.Struct({ code: Schema.String, message: Schema.String }))
    })
  }),
  Schema.Struct({
    ...facts,
    state: Schema.Literal("failed"),
    failure: Schema.Struct({
      code: Schema.String,
      message: Schema.String,
      unsent: Schema.optionalKey(Schema.Literal(true))
    })
  })
])

const isWritten = Schema.is(Written)

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** A task as a store keeps it. */
export const rowOf = (task: Task): Row => {
  const { lease, fence, ...written } = task
  return {
    id: task.id,
    owner: task.owner,
    state: task.state,
    due: dueAt(task) ?? null,
    holder: lease?.holder ?? null,
    until: lease?.until ?? null,
    fence,
    expires: task.expiresAt,
    document: JSON.stringify(written)
  }
}

/**
 * The task that a row keeps, with what a later version may have written beside it; undefined where it is none that this
 * version can read.
 */
export const taskOf = ({ document, fence, holder, until }: Kept): Task | undefined => {
  const written = Option.getOrUndefined(Option.filter(parse(document), isWritten))
  if (written === undefined) return undefined
  return { ...written, fence, ...(holder === null || until === null ? {} : { lease: { holder, until } }) }
}
