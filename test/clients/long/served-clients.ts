import { clientKey, type Served } from "../../sdk/gateway.ts"
import { type RouteLine, serveCommand } from "../served.ts"
import { type Door, openDoor, type Passed } from "./door.ts"

/** The key that clients are given. */
export const key = clientKey

/** What was refused on the way of a client's requests. */
export interface Refusals {
  /** Each with the vendor's path. */
  readonly byVendor: readonly string[]
  readonly byGateway: readonly Passed[]
}

/** Nothing was refused. */
export const none: Refusals = { byVendor: [], byGateway: [] }

/** The command in front of the sandbox, behind a door. */
export interface Serving {
  readonly served: Served
  readonly door: Door
  /** What was refused since this was last asked. */
  readonly refused: () => Refusals
  readonly close: () => Promise<void>
}

/** Starts all of it. */
export const serving = async (routes: readonly RouteLine[] = []): Promise<Serving> => {
  const served = await serveCommand(routes)
  const door = await openDoor(served.url)
  return {
    served,
    door,
    refused: () => ({
      byVendor: served.calls().flatMap(({ path, refusal }) => (refusal === null ? [] : `${path}: ${refusal}`)),
      byGateway: door.passed().filter(({ status }) => status >= 400)
    }),
    close: async () => {
      await door.close()
      await served.close()
    }
  }
}
