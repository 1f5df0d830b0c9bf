import { DatabaseSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { prepared, type Statements, tables } from "./statements.ts"

/** How long a write waits for another process's, in milliseconds; it is a matter of a few. */
const patience = 2_000

/** A file of tasks that is open. */
export interface Open {
  readonly database: DatabaseSync
  readonly statements: Statements
}

/** Does something with the file, at one stroke; fails with what SQLite says. */
export type Using = <A>(use: (open: Open) => A) => Effect.Effect<A, unknown>

/**
 * A file, opened when it is first used, and anew after each failure: what stood in its way may have gone. The scope
 * closes it.
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
      Effect.try({
        try: () => {
          open ??= opened(path)
          return use(open)
        },
        catch: (why) => {
          close()
          return why
        }
      })
  })

const opened = (path: string): Open => {
  const database = new DatabaseSync(path, { timeout: patience })
  try {
    database.exec(tables)
    return { database, statements: prepared(database) }
  } catch (why) {
    database.close()
    throw why
  }
}
