import * as Effect from "effect/Effect"
import { conforms } from "../conformance.ts"
import { redisServer } from "./server.ts"
import { storeAt } from "./stores.ts"

conforms({
  name: "Redis",
  fresh: Effect.map(redisServer, ({ url }) => storeAt(url))
})
