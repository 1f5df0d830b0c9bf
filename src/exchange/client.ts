import type { ResponseDefaults } from "../core/format.ts"
import type { Client } from "./exchange.ts"
import type { Policy } from "./policies.ts"
import type { ChatWire } from "./wire.ts"

/** A client of an endpoint, under the policy of its gateway. */
export const clientOf = (wire: ChatWire, policy: Policy, stamp: ResponseDefaults): Client => ({
  format: wire.format,
  passing: wire.passing,
  limits: policy.answers,
  stamp,
  hide: wire.hide,
  wants: (asked) => wire.wants(asked, policy)
})
