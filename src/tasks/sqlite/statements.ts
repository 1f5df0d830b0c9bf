import type { DatabaseSync, StatementSync } from "node:sqlite"

/** The version of the tables, which a file that has them says: what is open already need not be locked for them. */
export const schemaVersion = 1

/** The tables, made where they are not there. WAL keeps what was committed when the process is killed, in either mode. */
export const schemaTables = `
PRAGMA journal_mode = WAL;
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS tasks (
  id TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  state TEXT NOT NULL,
  due REAL,
  holder TEXT,
  until REAL,
  fence INTEGER NOT NULL,
  expires REAL NOT NULL,
  document TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tasks_due ON tasks (due) WHERE due IS NOT NULL;
CREATE INDEX IF NOT EXISTS tasks_over ON tasks (expires) WHERE due IS NULL;
CREATE INDEX IF NOT EXISTS tasks_state ON tasks (state);
CREATE TABLE IF NOT EXISTS claims (
  owner TEXT NOT NULL,
  key TEXT NOT NULL,
  hash TEXT NOT NULL,
  id TEXT NOT NULL,
  until REAL NOT NULL,
  PRIMARY KEY (owner, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS claims_until ON claims (until);
PRAGMA user_version = ${schemaVersion};
COMMIT;
`

const keptColumns = "owner, holder, until, fence, document"

const text = {
  /** A claim is the first's, unless that one is over, or its task is forgotten. */
  claim: `
    INSERT INTO claims (owner, key, hash, id, until) VALUES (:owner, :key, :hash, :id, :until)
    ON CONFLICT (owner, key) DO UPDATE SET hash = :hash, id = :id, until = :until
    WHERE claims.until <= :now OR NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.id = claims.id)`,
  claimed: `
    SELECT claims.hash, tasks.owner, holder, tasks.until, fence, document
    FROM claims JOIN tasks ON tasks.id = claims.id
    WHERE claims.owner = :owner AND key = :key AND claims.until > :now`,
  insert: `
    INSERT INTO tasks (id, owner, state, due, holder, until, fence, expires, document)
    VALUES (:id, :owner, :state, :due, :holder, :until, :fence, :expires, :document)`,
  read: `SELECT ${keptColumns} FROM tasks WHERE id = :id`,
  anyDue: "SELECT 1 FROM tasks WHERE due <= :now LIMIT 1",
  take: `
    UPDATE tasks SET fence = fence + 1, holder = :holder, until = :until, due = :until
    WHERE id IN (SELECT id FROM tasks WHERE due <= :now ORDER BY due LIMIT :limit) RETURNING ${keptColumns}`,
  replace: `
    UPDATE tasks SET state = :state, due = :due, holder = :holder, until = :until, expires = :expires, document = :document
    WHERE id = :id AND fence = :fence AND state IN (SELECT value FROM json_each(:before))`,
  renew: "UPDATE tasks SET until = :until, due = :until WHERE id = :id AND fence = :fence AND due IS NOT NULL",
  free: "DELETE FROM claims WHERE owner = :owner AND key = :key AND id = :id",
  sweep: `
    DELETE FROM tasks WHERE id IN
    (SELECT id FROM tasks WHERE due IS NULL AND expires <= :now ORDER BY expires LIMIT :limit)`,
  sweepClaims: `
    DELETE FROM claims WHERE (owner, key) IN
    (SELECT owner, key FROM claims WHERE until <= :now ORDER BY until LIMIT :limit)`,
  counts: "SELECT state, count(*) AS tasks FROM tasks GROUP BY state"
} as const

/** Each statement, ready to run. */
export type PreparedStatements = Readonly<Record<keyof typeof text, StatementSync>>

/** Makes every statement ready on a database that has the tables. */
export const prepareStatements = (database: DatabaseSync): PreparedStatements => ({
  claim: database.prepare(text.claim),
  claimed: database.prepare(text.claimed),
  insert: database.prepare(text.insert),
  read: database.prepare(text.read),
  anyDue: database.prepare(text.anyDue),
  take: database.prepare(text.take),
  replace: database.prepare(text.replace),
  renew: database.prepare(text.renew),
  free: database.prepare(text.free),
  sweep: database.prepare(text.sweep),
  sweepClaims: database.prepare(text.sweepClaims),
  counts: database.prepare(text.counts)
})
