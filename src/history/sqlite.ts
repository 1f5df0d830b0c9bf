import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import {
  allOrNothing,
  type DatabaseSchema,
  fileAt,
  type OpenDatabase,
  type UseDatabase
} from "../tasks/sqlite/layer.ts"
import { keptIn } from "./store-from-texts.ts"
import { ResponseStore } from "./store.ts"
import { fittingTexts, mostSwept, type NamedText, type TextLimits, textLimits, type TextRows } from "./texts.ts"
import type { DatabaseSync, StatementSync } from "node:sqlite"

/** Which file responses are kept in, and how much of them. */
export interface SqliteOptions extends Partial<TextLimits> {
  readonly path: string
}

/**
 * Keeps responses in a file of SQLite, which outlives this process however it ends; processes of one machine may share
 * it. The file is made where there is none, in a folder that must be there. It is another one than that of tasks.
 */
export const layerSqlite = ({ path, ...limits }: SqliteOptions): Layer.Layer<ResponseStore> =>
  Layer.effect(ResponseStore)(
    Effect.map(fileAt(path, textSchema), (using) => keptIn(inFile(using, textLimits(limits))))
  )

const tables = `
PRAGMA journal_mode = WAL;
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS texts (
  owner TEXT NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  size INTEGER NOT NULL,
  used INTEGER NOT NULL,
  expires REAL NOT NULL,
  PRIMARY KEY (owner, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS texts_used ON texts (used);
CREATE INDEX IF NOT EXISTS texts_owner ON texts (owner, used);
CREATE INDEX IF NOT EXISTS texts_expires ON texts (expires);
CREATE TABLE IF NOT EXISTS sizes (owner TEXT PRIMARY KEY, size INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS texts_grow AFTER INSERT ON texts BEGIN
  INSERT INTO sizes VALUES (NEW.owner, NEW.size) ON CONFLICT (owner) DO UPDATE SET size = size + NEW.size;
END;
CREATE TRIGGER IF NOT EXISTS texts_shrink AFTER DELETE ON texts BEGIN
  UPDATE sizes SET size = size - OLD.size WHERE owner = OLD.owner;
  DELETE FROM sizes WHERE owner = OLD.owner AND size <= 0;
END;
PRAGMA user_version = 1;
COMMIT;
`

const text = {
  clock: "SELECT coalesce(max(used), 0) + 1 AS used FROM texts",
  put: `INSERT INTO texts (owner, name, text, size, used, expires) VALUES (:owner, :name, CAST(:bytes AS TEXT), :size, :used, :expires)`,
  drop: "DELETE FROM texts WHERE owner = :owner AND name = :name",
  get: `
    UPDATE texts SET used = :used WHERE owner = :owner AND expires > :now
    AND name IN (SELECT value FROM json_each(:names)) RETURNING name, text`,
  remove: `
    DELETE FROM texts WHERE owner = :owner AND name IN (SELECT value FROM json_each(:names)) RETURNING expires > :now AS lived`,
  sweep: `
    DELETE FROM texts WHERE (owner, name) IN
    (SELECT owner, name FROM texts WHERE expires <= :now ORDER BY expires LIMIT ${mostSwept})`,
  evict: "DELETE FROM texts WHERE (owner, name) IN (SELECT owner, name FROM texts ORDER BY used LIMIT 1)",
  evictOf: `
    DELETE FROM texts WHERE (owner, name) IN (SELECT owner, name FROM texts WHERE owner = :owner ORDER BY used LIMIT 1)`,
  size: "SELECT coalesce(sum(size), 0) AS number FROM sizes",
  sizeOf: "SELECT coalesce(sum(size), 0) AS number FROM sizes WHERE owner = :owner"
} as const

type Statements = Readonly<Record<keyof typeof text, StatementSync>>

const prepare = (database: DatabaseSync): Statements => ({
  clock: database.prepare(text.clock),
  put: database.prepare(text.put),
  drop: database.prepare(text.drop),
  get: database.prepare(text.get),
  remove: database.prepare(text.remove),
  sweep: database.prepare(text.sweep),
  evict: database.prepare(text.evict),
  evictOf: database.prepare(text.evictOf),
  size: database.prepare(text.size),
  sizeOf: database.prepare(text.sizeOf)
})

const textSchema: DatabaseSchema<Statements> = { version: 1, tables, prepare }

const inFile = (using: UseDatabase<Statements>, limits: TextLimits): TextRows => ({
  put: (owner, texts, now) => using((open) => allOrNothing(open, () => put(open, limits, owner, texts, now))),
  get: (owner, names, now) =>
    using((open) =>
      allOrNothing(open, () => {
        const used = clockOf(open)
        const found = open.statements.get
          .all({ owner, now, used, names: JSON.stringify(names) })
          .map((row) => readText(row))
        return new Map(found.map((it) => [it.name, it.text]))
      })
    ),
  remove: (owner, names, now) =>
    using(({ statements }) =>
      statements.remove.all({ owner, now, names: JSON.stringify(names) }).some(({ lived }) => lived === 1)
    )
})

const put = (
  { statements, ...open }: OpenDatabase<Statements>,
  limits: TextLimits,
  owner: string,
  texts: readonly NamedText[],
  now: number
): void => {
  const fitting = fittingTexts(texts, limits)
  statements.sweep.run({ now })
  const used = clockOf({ statements, ...open })
  for (const { name, bytes, size } of fitting) {
    statements.drop.run({ owner, name })
    statements.put.run({ owner, name, bytes, size, used, expires: now + limits.life })
  }
  while (numberIn(statements.sizeOf.get({ owner })) > limits.owner) statements.evictOf.run({ owner })
  while (numberIn(statements.size.get()) > limits.all) statements.evict.run()
}

/** The next of the numbers by which texts were last used. */
const clockOf = ({ statements }: Pick<OpenDatabase<Statements>, "statements">): number => {
  const { used } = readClock(statements.clock.get())
  return used
}

const readClock = Schema.decodeUnknownSync(Schema.Struct({ used: Schema.Int }))

const readText = Schema.decodeUnknownSync(Schema.Struct({ name: Schema.String, text: Schema.String }))

const readNumber = Schema.decodeUnknownSync(Schema.Struct({ number: Schema.Int }))

const numberIn = (row: unknown): number => readNumber(row).number
