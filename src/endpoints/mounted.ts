import * as Context from "effect/Context"
import type { Endpoint } from "./endpoint.ts"

/** The endpoints that a gateway serves, for those of them that tell of the others. */
export const Mounted = Context.Reference<readonly Endpoint<unknown>[]>("isogloss/Mounted", { defaultValue: () => [] })
