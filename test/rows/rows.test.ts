import { runTable } from "./runner.ts"
import { tables } from "./tables.ts"

for (const { table, count } of tables) runTable(table, count)
