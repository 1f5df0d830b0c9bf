/** Tasks in a file of SQLite. Needs Node. */
export { layerSqlite } from "./tasks/sqlite/layer.ts"
