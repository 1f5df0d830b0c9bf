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
import {
  fittingTexts,
  mostSwept,
  type NamedText,
  type TextLimits,
  textLimits,
  textsIn,
  type TextRows
} from "./texts.ts"
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

/** Texts lie apart from what changes whenever one is read; large pages, as each costs a step of its own. */
const tables = `
PRAGMA page_size = 16384;
PRAGMA journal_mode = WAL;
BEGIN IMMEDIATE;
DROP TABLE IF EXISTS texts;
DROP TABLE IF EXISTS sizes;
CREATE TABLE IF NOT EXISTS kept (
  id INTEGER PRIMARY KEY,
  owner TEXT NOT NULL,
  name TEXT NOT NULL,
  size INTEGER NOT NULL,
  used INTEGER NOT NULL,
  expires REAL NOT NULL,
  UNIQUE (owner, name)
) STRICT;
CREATE INDEX IF NOT EXISTS kept_used ON kept (used);
CREATE INDEX IF NOT EXISTS kept_owner ON kept (owner, used);
CREATE INDEX IF NOT EXISTS kept_expires ON kept (expires);
CREATE TABLE IF NOT EXISTS bodies (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS shares (owner TEXT PRIMARY KEY, size INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS kept_grow AFTER INSERT ON kept BEGIN
  INSERT INTO shares VALUES (NEW.owner, NEW.size) ON CONFLICT (owner) DO UPDATE SET size = size + NEW.size;
END;
CREATE TRIGGER IF NOT EXISTS kept_shrink AFTER DELETE ON kept BEGIN
  DELETE FROM bodies WHERE id = OLD.id;
  UPDATE shares SET size = size - OLD.size WHERE owner = OLD.owner;
  DELETE FROM shares WHERE owner = OLD.owner AND size <= 0;
END;
PRAGMA user_version = 2;
COMMIT;
`

const text = {
  clock: "SELECT coalesce(max(used), 0) + 1 AS used FROM kept",
  put: "INSERT INTO kept (owner, name, size, used, expires) VALUES (:owner, :name, :size, :used, :expires)",
  write: "INSERT INTO bodies (id, bytes) VALUES (:id, :bytes)",
  drop: "DELETE FROM kept WHERE owner = :owner AND name = :name",
  use: `
    UPDATE kept SET used = :used WHERE owner = :owner AND expires > :now
    AND name IN (SELECT value FROM json_each(:names)) RETURNING id, name`,
  read: "SELECT bytes FROM bodies WHERE id = :id",
  remove: `
    DELETE FROM kept WHERE owner = :owner AND name IN (SELECT value FROM json_each(:names)) RETURNING expires > :now AS lived`,
  sweep: `
    DELETE FROM kept WHERE id IN (SELECT id FROM kept WHERE expires <= :now ORDER BY expires LIMIT ${mostSwept})`,
  evict: "DELETE FROM kept WHERE id IN (SELECT id FROM kept ORDER BY used LIMIT 1)",
  evictOf: "DELETE FROM kept WHERE id IN (SELECT id FROM kept WHERE owner = :owner ORDER BY used LIMIT 1)",
  size: "SELECT coalesce(sum(size), 0) AS number FROM shares",
  sizeOf: "SELECT coalesce(sum(size), 0) AS number FROM shares WHERE owner = :owner"
} as const

type Statements = Readonly<Record<keyof typeof text, StatementSync>>

const prepare = (database: DatabaseSync): Statements => ({
  clock: database.prepare(text.clock),
  put: database.prepare(text.put),
  write: database.prepare(text.write),
  drop: database.prepare(text.drop),
  use: database.prepare(text.use),
  read: database.prepare(text.read),
  remove: database.prepare(text.remove),
  sweep: database.prepare(text.sweep),
  evict: database.prepare(text.evict),
  evictOf: database.prepare(text.evictOf),
  size: database.prepare(text.size),
  sizeOf: database.prepare(text.sizeOf)
})

const textSchema: DatabaseSchema<Statements> = { version: 2, tables, prepare }

const inFile = (using: UseDatabase<Statements>, limits: TextLimits): TextRows => ({
  put: (owner, texts, now) => using((open) => allOrNothing(open, () => put(open, limits, owner, texts, now))),
  get: (owner, names, now) =>
    Effect.flatMap(
      using((open) => allOrNothing(open, () => bytesOf(open, owner, names, now))),
      textsIn
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
    const { lastInsertRowid: id } = statements.put.run({ owner, name, size, used, expires: now + limits.life })
    statements.write.run({ id, bytes })
  }
  while (numberIn(statements.sizeOf.get({ owner })) > limits.owner) statements.evictOf.run({ owner })
  while (numberIn(statements.size.get()) > limits.all) statements.evict.run()
}

/** The bytes of texts, which are used now. */
const bytesOf = (
  open: OpenDatabase<Statements>,
  owner: string,
  names: readonly string[],
  now: number
): ReadonlyMap<string, Uint8Array> => {
  const { use, read } = open.statements
  const found = use.all({ owner, now, used: clockOf(open), names: JSON.stringify(names) }).map((row) => readEntry(row))
  return new Map(found.map(({ id, name }) => [name, readBody(read.get({ id })).bytes]))
}

/** The next of the numbers by which texts were last used. */
const clockOf = ({ statements }: Pick<OpenDatabase<Statements>, "statements">): number => {
  const { used } = readClock(statements.clock.get())
  return used
}

const readClock = Schema.decodeUnknownSync(Schema.Struct({ used: Schema.Int }))

const readEntry = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.Int, name: Schema.String }))

const readBody = Schema.decodeUnknownSync(Schema.Struct({ bytes: Schema.Uint8Array }))

const readNumber = Schema.decodeUnknownSync(Schema.Struct({ number: Schema.Int }))

const numberIn = (row: unknown): number => readNumber(row).number
