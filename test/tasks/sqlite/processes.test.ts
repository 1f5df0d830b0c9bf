import { join } from "node:path"
import * as Effect from "effect/Effect"
import { survives } from "../processes.ts"
import { outlastsStops } from "../stopped.ts"
import { outlived } from "../zombies.ts"
import { folder, storeAt } from "./files.ts"

const name = "a file of SQLite"
const place = Effect.map(folder, (path) => join(path, "tasks.db"))

survives({ name, place, storeAt })
outlastsStops({ name, place, storeAt })
outlived({ name, fresh: Effect.map(place, storeAt) })
