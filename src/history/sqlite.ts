import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import {
  allOrNothing,
  type DatabaseSchema,
  fileAt,
  type OpenDatabase,
  probeFile,
  type UseDatabase
} from "../tasks/sqlite/layer.ts"
import { keptIn } from "./store-from-texts.ts"
import {
  ResponseStore,
  fittingTexts,
  mostSwept,
  type SizedText,
  type TextLimits,
  textLimits,
  textsIn,
  type TextRows
} from "./store.ts"
import type { DatabaseSync, StatementSync } from "node:sqlite"
import { concatBytes } from "../core/collections.ts"

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

/** Texts lie apart from what changes whenever one is read, in pieces; large pages, as each costs a step of its own. */
const tables = `
PRAGMA page_size = 16384;
PRAGMA journal_mode = WAL;
BEGIN IMMEDIATE;
DROP TABLE IF EXISTS texts;
DROP TABLE IF EXISTS sizes;
DROP TABLE IF EXISTS kept;
DROP TABLE IF EXISTS bodies;
DROP TABLE IF EXISTS shares;
CREATE TABLE IF NOT EXISTS stored (
  id INTEGER PRIMARY KEY,
  owner TEXT NOT NULL,
  name TEXT NOT NULL,
  size INTEGER NOT NULL,
  used INTEGER NOT NULL,
  expires REAL NOT NULL,
  UNIQUE (owner, name)
) STRICT;
CREATE INDEX IF NOT EXISTS stored_used ON stored (used);
CREATE INDEX IF NOT EXISTS stored_owner ON stored (owner, used);
CREATE INDEX IF NOT EXISTS stored_expires ON stored (expires);
CREATE TABLE IF NOT EXISTS pieces (
  id INTEGER PRIMARY KEY,
  text INTEGER NOT NULL,
  bytes BLOB NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS pieces_text ON pieces (text);
CREATE TABLE IF NOT EXISTS owners (owner TEXT PRIMARY KEY, size INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS stored_grow AFTER INSERT ON stored BEGIN
  INSERT INTO owners VALUES (NEW.owner, NEW.size) ON CONFLICT (owner) DO UPDATE SET size = size + NEW.size;
END;
CREATE TRIGGER IF NOT EXISTS stored_shrink AFTER DELETE ON stored BEGIN
  DELETE FROM pieces WHERE text = OLD.id;
  UPDATE owners SET size = size - OLD.size WHERE owner = OLD.owner;
  DELETE FROM owners WHERE owner = OLD.owner AND size <= 0;
END;
PRAGMA user_version = 3;
COMMIT;
`

const text = {
  clock: "SELECT coalesce(max(used), 0) + 1 AS used FROM stored",
  put: "INSERT INTO stored (owner, name, size, used, expires) VALUES (:owner, :name, :size, :used, :expires)",
  write: "INSERT INTO pieces (text, bytes) SELECT :id, :bytes WHERE EXISTS (SELECT 1 FROM stored WHERE id = :id)",
  name: "UPDATE stored SET name = :name WHERE id = :id",
  drop: "DELETE FROM stored WHERE owner = :owner AND name = :name",
  use: `
    UPDATE stored SET used = :used WHERE owner = :owner AND expires > :now
    AND name IN (SELECT value FROM json_each(:names)) RETURNING id, name`,
  read: "SELECT bytes FROM pieces WHERE text = :id ORDER BY id",
  remove: `
    DELETE FROM stored WHERE owner = :owner AND name IN (SELECT value FROM json_each(:names)) RETURNING expires > :now AS lived`,
  sweep: `
    DELETE FROM stored WHERE id IN (SELECT id FROM stored WHERE expires <= :now ORDER BY expires LIMIT ${mostSwept})`,
  evict: "DELETE FROM stored WHERE id IN (SELECT id FROM stored ORDER BY used LIMIT 1)",
  evictOf: "DELETE FROM stored WHERE id IN (SELECT id FROM stored WHERE owner = :owner ORDER BY used LIMIT 1)",
  size: "SELECT coalesce(sum(size), 0) AS number FROM owners",
  sizeOf: "SELECT coalesce(sum(size), 0) AS number FROM owners WHERE owner = :owner"
} as const

type Statements = Readonly<Record<keyof typeof text, StatementSync>>

const prepare = (database: DatabaseSync): Statements => ({
  clock: database.prepare(text.clock),
  put: database.prepare(text.put),
  write: database.prepare(text.write),
  name: database.prepare(text.name),
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

const textSchema: DatabaseSchema<Statements> = { version: 3, tables, prepare }

const inFile = (using: UseDatabase<Statements>, limits: TextLimits): TextRows => ({
  put: (owner, texts, now) =>
    Effect.gen(function* () {
      const writing = { limits, owner, now }
      const fitting = yield* Effect.try({ try: () => fittingTexts(texts, limits), catch: (why) => why })
      for (const some of together(fitting)) {
        const [first] = some
        if (first !== undefined && first.bytes.length > mostAtOnce) yield* putLong(using, writing, first)
        else yield* using((open) => put(open, writing, some))
        if (some.at(-1) !== fitting.at(-1)) yield* Effect.yieldNow
      }
    }),
  get: (owner, names, now) =>
    Effect.flatMap(
      using((open) => allOrNothing(open, () => bytesOf(open, owner, names, now))),
      textsIn
    ),
  remove: (owner, names, now) =>
    using(({ statements }) =>
      statements.remove.all({ owner, now, names: JSON.stringify(names) }).some(({ lived }) => lived === 1)
    ),
  probe: using(probeFile)
})

/** Whose texts are written, under which limits, and when. */
interface Writing {
  readonly limits: TextLimits
  readonly owner: string
  readonly now: number
}

/** So many bytes are written before others have their turn. */
const mostAtOnce = 1024 * 1024

/** Texts in their order, as many together as are written at once; a longer one by itself. */
function* together(texts: readonly SizedText[]): Generator<readonly SizedText[], void, void> {
  let some: SizedText[] = []
  let bytes = 0
  for (const text of texts) {
    if (bytes + text.bytes.length > mostAtOnce && some.length > 0) {
      yield some
      some = []
      bytes = 0
    }
    some.push(text)
    bytes += text.bytes.length
  }
  if (some.length > 0) yield some
}

/** Writes texts in one stroke. */
const put = (open: OpenDatabase<Statements>, writing: Writing, texts: readonly SizedText[]): void =>
  allOrNothing(open, () => {
    for (const text of texts) write(open, insert(open, writing, text, text.name), text.bytes)
    makeRoom(open, writing)
  })

/** Writes a long text piece by piece, under a name that nobody asks for until all of it is there. */
const putLong = (using: UseDatabase<Statements>, writing: Writing, text: SizedText): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    const { owner } = writing
    const { name, bytes } = text
    const id = yield* using((open) =>
      allOrNothing(open, () => {
        const begun = insert(open, writing, text, `writing/${crypto.randomUUID()}`)
        makeRoom(open, writing)
        return begun
      })
    )
    for (let from = 0; from < bytes.length; from += mostAtOnce) {
      yield* using((open) => write(open, id, bytes.subarray(from, from + mostAtOnce)))
      yield* Effect.yieldNow
    }
    yield* using((open) =>
      allOrNothing(open, () => {
        open.statements.drop.run({ owner, name })
        open.statements.name.run({ id, name })
      })
    )
  })

/** Makes the entry of a text, in the place of one that has its name; its id. */
const insert = (
  { statements, ...open }: OpenDatabase<Statements>,
  { limits, owner, now }: Writing,
  { size }: SizedText,
  name: string
): number | bigint => {
  statements.drop.run({ owner, name })
  const used = clockOf({ statements, ...open })
  return statements.put.run({ owner, name, size, used, expires: now + limits.life }).lastInsertRowid
}

const write = ({ statements }: OpenDatabase<Statements>, id: number | bigint, bytes: Uint8Array): void =>
  void statements.write.run({ id, bytes })

/** Forgets what is over, and what was longest unread where there is no room for all. */
const makeRoom = ({ statements }: OpenDatabase<Statements>, { limits, owner, now }: Writing): void => {
  statements.sweep.run({ now })
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
  return new Map(found.map(({ id, name }) => [name, bytesIn(read.all({ id }))]))
}

const bytesIn = (pieces: readonly unknown[]): Uint8Array => {
  const [first = new Uint8Array(), ...more] = pieces.map((row) => readPiece(row).bytes)
  return more.length === 0 ? first : concatBytes([first, ...more])
}

/** The next of the numbers by which texts were last used. */
const clockOf = ({ statements }: Pick<OpenDatabase<Statements>, "statements">): number => {
  const { used } = readClock(statements.clock.get())
  return used
}

const readClock = Schema.decodeUnknownSync(Schema.Struct({ used: Schema.Int }))

const readEntry = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.Int, name: Schema.String }))

const readPiece = Schema.decodeUnknownSync(Schema.Struct({ bytes: Schema.Uint8Array }))

const readNumber = Schema.decodeUnknownSync(Schema.Struct({ number: Schema.Int }))

const numberIn = (row: unknown): number => readNumber(row).number
