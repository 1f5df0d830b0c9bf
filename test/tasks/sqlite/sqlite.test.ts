import { join } from "node:path"
import * as Effect from "effect/Effect"
import { conforms } from "../conformance.ts"
import { folder, storeAt } from "./files.ts"

conforms({
  name: "a file of SQLite",
  fresh: Effect.map(folder, (path) => storeAt(join(path, "tasks.db")))
})
