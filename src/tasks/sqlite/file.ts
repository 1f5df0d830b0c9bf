import { statSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { prepared, type Statements, tables, version } from "./statements.ts"

/** How long a write waits for another process's, in milliseconds; it is a matter of a few. */
const patience = 2_000

/** The first and the longest pause before another try, in milliseconds. */
const pauses = { first: 1, longest: 50 } as const

/** A file of tasks that is open. */
export interface Open {
  readonly database: DatabaseSync
  readonly statements: Statements
  /** Which file it is, whatever has its name. */
  readonly identity: string
}

/** Does something with the file, at one stroke; fails with what SQLite says. */
export type Using = <A>(use: (open: Open) => A) => Effect.Effect<A, unknown>

/**
 * A file, opened when it is first used, and anew after each failure: what stood in its way may have gone. Where another
 * process holds its lock, what is to be done is tried again until patience ends, and this process's other work goes on.
 * Nothing is done in a file that has lost its name: it ends with this process. The scope closes it.
 */
export const fileAt = (path: string): Effect.Effect<Using, never, Scope.Scope> =>
  Effect.gen(function* () {
    let open: Open | undefined
    const close = () => {
      const { database } = open ?? {}
      open = undefined
      database?.close()
    }
    yield* Effect.addFinalizer(() => Effect.ignore(Effect.try({ try: close, catch: (why) => why })))
    return <A>(use: (open: Open) => A) =>
      patiently(
        Effect.try({
          try: () => {
            open ??= opened(path)
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

const opened = (path: string): Open => {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    const { user_version: found } = database.prepare("PRAGMA user_version").get() ?? {}
    if (found !== version) database.exec(tables)
    database.exec("PRAGMA synchronous = NORMAL")
    return { database, statements: prepared(database), identity: identityOf(path) }
  } catch (why) {
    database.close()
    throw why
  }
}

/** What is written to a file without a name is lost: nobody is told that it was kept. */
const mustBe = (path: string, { identity }: Open): void => {
  if (identityOf(path) !== identity) throw new Error("The file was removed or replaced while it was open.")
}

/** Which file has a name now. */
const identityOf = (path: string): string => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? "" : `${found.dev} ${found.ino}`
}

/** SQLite's code for a lock that another holds, without what it adds to it. */
const busy = 5

const isLocked = (why: unknown): boolean =>
  why instanceof Error && "errcode" in why && typeof why.errcode === "number" && (why.errcode & 0xff) === busy

/** Tries again and again while a lock is held, at growing distances. */
const patiently = <A>(once: Effect.Effect<A, unknown>): Effect.Effect<A, unknown> =>
  Effect.flatMap(Clock.currentTimeMillis, (began) => {
    const from = (pause: number): Effect.Effect<A, unknown> =>
      once.pipe(
        Effect.catch((why) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            isLocked(why) && now - began < patience
              ? Effect.delay(from(Math.min(2 * pause, pauses.longest)), pause)
              : Effect.fail(why)
          )
        )
      )
    return from(pauses.first)
  })
