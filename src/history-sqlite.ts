/** Responses in a file of SQLite. Needs Node. */
export { layerSqlite, type SqliteOptions } from "./history/sqlite.ts"
