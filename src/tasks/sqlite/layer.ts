import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Clock from "effect/Clock"
import type * as Scope from "effect/Scope"
import { tasksIn } from "../store-from-rows.ts"
import {
  TaskStore,
  type ClaimedRow,
  type RowUpdate,
  type TaskRow,
  type TaskRows,
  type IdempotencyClaim
} from "../store.ts"
import { type PreparedStatements, prepareStatements, schemaTables, schemaVersion } from "./statements.ts"
import { closeSync, openSync, statSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"

/**
 * Keeps tasks in a file of SQLite, which outlives this process however it ends; processes of one machine may share it.
 * The file is made where there is none, in a folder that must be there. What a submit wrote and how a task ended outlive
 * a loss of power, too: they wait for the disk. Leases and what a poll between them found do not: both are had again.
 */
export const layerSqlite = ({ path }: { readonly path: string }): Layer.Layer<TaskStore> =>
  Layer.effect(TaskStore)(Effect.map(fileAt(path, taskSchema), (using) => tasksIn(inFile(using))))

const taskSchema: DatabaseSchema<PreparedStatements> = {
  version: schemaVersion,
  tables: schemaTables,
  prepare: prepareStatements
}

const inFile = (using: UseDatabase<PreparedStatements>): TaskRows => ({
  insert: (row, claim, now) => using((open) => lasting(open, () => insert(open, row, claim, now))),
  claimed: (owner, key, now) => using(({ statements }) => claimed(statements, owner, key, now)),
  read: (id) =>
    using(({ statements }) => {
      const found = statements.read.get({ id })
      return found === undefined ? undefined : readKept(found)
    }),
  take: (taken) =>
    using(({ statements }) => {
      const { now, ...lease } = taken
      return statements.anyDue.get({ now }) === undefined
        ? []
        : statements.take.all({ now, ...lease }).map((row) => readKept(row))
    }),
  replace: (row, replacing) =>
    using((open) => {
      const write = () => replace(open, row, replacing)
      return replacing.isLasting ? lasting(open, write) : write()
    }),
  renew: (id, fence, until) => using(({ statements }) => statements.renew.run({ id, fence, until }).changes === 1),
  sweep: (now, limit) =>
    using(({ statements }) => {
      statements.sweepClaims.run({ now, limit })
      return Number(statements.sweep.run({ now, limit }).changes)
    }),
  counts: using(({ statements }) => new Map(statements.counts.all().map((row) => readCount(row)))),
  probe: using(probeFile)
})

const insert = (
  open: OpenDatabase<PreparedStatements>,
  row: TaskRow,
  claim: IdempotencyClaim | undefined,
  now: number
): ClaimedRow | undefined => {
  const { statements } = open
  if (claim === undefined) {
    statements.insert.run({ ...row })
    return undefined
  }
  const { owner, id } = row
  return allOrNothing(open, () => {
    const isFirst = statements.claim.run({ owner, id, now, ...claim }).changes === 1
    if (isFirst) statements.insert.run({ ...row })
    return isFirst ? undefined : claimed(statements, owner, claim.key, now)
  })
}

const replace = (
  open: OpenDatabase<PreparedStatements>,
  { owner, ...row }: TaskRow,
  { before, freed }: RowUpdate
): boolean => {
  const { statements } = open
  const write = () => statements.replace.run({ ...row, before: JSON.stringify(before) }).changes === 1
  if (freed === undefined) return write()
  return allOrNothing(open, () => {
    const done = write()
    if (done) statements.free.run({ owner, key: freed, id: row.id })
    return done
  })
}

/** Does all of some work or nothing. */
export const allOrNothing = <A>({ database }: Pick<OpenDatabase<unknown>, "database">, work: () => A): A => {
  database.exec("BEGIN IMMEDIATE")
  try {
    const done = work()
    database.exec("COMMIT")
    return done
  } catch (why) {
    if (database.isTransaction) database.exec("ROLLBACK")
    throw why
  }
}

/** As many bytes as whatever is written at one stroke needs of a disk, and more. */
const probed = 64 * 1024

/** Writes to a file what stands for nothing, over what was last written so. */
export const probeFile = (open: Pick<OpenDatabase<unknown>, "database">): void =>
  allOrNothing(open, () =>
    open.database.exec(`
      CREATE TABLE IF NOT EXISTS probes (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
      INSERT OR REPLACE INTO probes VALUES (1, zeroblob(${probed}))`)
  )

const claimed = (statements: PreparedStatements, owner: string, key: string, now: number): ClaimedRow | undefined => {
  const found = statements.claimed.get({ owner, key, now })
  return found === undefined ? undefined : readClaimed(found)
}

/**
 * Writes so that not even a loss of power takes it back, which waits for the disk. All else outlives this process, and
 * waits for nothing: a lease, or what a poll found, that a loss of power takes back is taken and found again.
 */
const lasting = <A>({ database }: Pick<OpenDatabase<unknown>, "database">, write: () => A): A => {
  database.exec("PRAGMA synchronous = FULL")
  try {
    return write()
  } finally {
    database.exec("PRAGMA synchronous = NORMAL")
  }
}

const keptColumns = {
  owner: Schema.String,
  holder: Schema.NullOr(Schema.String),
  until: Schema.NullOr(Schema.Finite),
  fence: Schema.Int,
  document: Schema.String
}

const readKept = Schema.decodeUnknownSync(Schema.Struct(keptColumns))

const readFirst = Schema.decodeUnknownSync(Schema.Struct({ hash: Schema.String, ...keptColumns }))

const readClaimed = (found: unknown): ClaimedRow => {
  const { hash, ...row } = readFirst(found)
  return { hash, row }
}

const readTally = Schema.decodeUnknownSync(Schema.Struct({ state: Schema.String, tasks: Schema.Int }))

const readCount = (row: unknown): readonly [string, number] => {
  const { state, tasks } = readTally(row)
  return [state, tasks]
}

/** How long a write waits for another process's, in milliseconds; it is a matter of a few. */
const lockTimeout = 2_000

/** The first and the longest pause before another try, in milliseconds. */
const pauses = { first: 1, longest: 50 } as const

/** What a file holds: its tables, their version, and what is asked of them. */
export interface DatabaseSchema<Statements> {
  readonly version: number
  readonly tables: string
  readonly prepare: (database: DatabaseSync) => Statements
}

/** A file that is open. */
export interface OpenDatabase<Statements> {
  readonly database: DatabaseSync
  readonly statements: Statements
  /** Which file it is, whatever has its name. */
  readonly identity: string
}

/** Does something with the file, at one stroke; fails with what SQLite says. */
export type UseDatabase<Statements> = <A>(use: (open: OpenDatabase<Statements>) => A) => Effect.Effect<A, unknown>

/**
 * A file, opened when it is first used, and anew after each failure: what stood in its way may have gone. Where another
 * process holds its lock, what is to be done is tried again until that time is over, and this process's other work goes on.
 * Nothing is done in a file that has lost its name: it ends with this process. The scope closes it.
 */
export const fileAt = Effect.fnUntraced(function* <Statements>(
  path: string,
  schema: DatabaseSchema<Statements>
): Effect.fn.Return<UseDatabase<Statements>, never, Scope.Scope> {
  let open: OpenDatabase<Statements> | undefined
  const close = () => {
    const { database } = open ?? {}
    open = undefined
    database?.close()
  }
  yield* Effect.addFinalizer(() => Effect.ignore(Effect.try({ try: close, catch: (why) => why })))
  return <A>(use: (open: OpenDatabase<Statements>) => A) =>
    retryWhileLocked(
      Effect.try({
        try: () => {
          open ??= opened(path, schema)
          mustBe(path, open)
          const done = use(open)
          mustBe(path, open)
          return done
        },
        catch: (why) => {
          if (!isLocked(why)) close()
          return why
        }
      })
    )
})

/** A file that is made is its user's alone, and so are those that SQLite makes beside it. */
const own = 0o600

const opened = <Statements>(path: string, schema: DatabaseSchema<Statements>): OpenDatabase<Statements> => {
  closeSync(openSync(path, "a", own))
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    const { user_version: found } = database.prepare("PRAGMA user_version").get() ?? {}
    if (found !== schema.version) database.exec(schema.tables)
    database.exec("PRAGMA synchronous = NORMAL")
    return { database, statements: schema.prepare(database), identity: identityOf(path) }
  } catch (why) {
    database.close()
    throw why
  }
}

/** What is written to a file without a name is lost: nobody is told that it was kept. */
const mustBe = (path: string, { identity }: Pick<OpenDatabase<unknown>, "identity">): void => {
  if (identityOf(path) !== identity) throw new Error("The file was removed or replaced while it was open.")
}

/** Which file has a name now. */
const identityOf = (path: string): string => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? "" : `${found.dev} ${found.ino}`
}

/** SQLite's code for a lock that another holds, without what it adds to it. */
const sqliteBusy = 5

const isLocked = (why: unknown): boolean =>
  why instanceof Error && "errcode" in why && typeof why.errcode === "number" && (why.errcode & 0xff) === sqliteBusy

/** Tries again and again while a lock is held, at growing distances. */
const retryWhileLocked = <A>(once: Effect.Effect<A, unknown>): Effect.Effect<A, unknown> =>
  Effect.flatMap(Clock.currentTimeMillis, (began) => {
    const from = (pause: number): Effect.Effect<A, unknown> =>
      once.pipe(
        Effect.catch((why) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            isLocked(why) && now - began < lockTimeout
              ? Effect.delay(from(Math.min(2 * pause, pauses.longest)), pause)
              : Effect.fail(why)
          )
        )
      )
    return from(pauses.first)
  })
