import * as Effect from "effect/Effect"
import { survives } from "../processes.ts"
import { outlastsStops } from "../stopped.ts"
import { outlived } from "../zombies.ts"
import { redisServer } from "./server.ts"
import { storeAt } from "./stores.ts"

const name = "Redis"
const place = Effect.map(redisServer, ({ url }) => url)

survives({ name, place, storeAt })
outlastsStops({ name, place, storeAt })
outlived({ name, fresh: Effect.map(place, (url) => storeAt(url)) })
