import * as Context from "effect/Context"

/** Whether the gateway is to be stopped, so that no more requests should be sent to it. */
export const Draining = Context.Reference<() => boolean>("isogloss/Draining", { defaultValue: () => () => false })
