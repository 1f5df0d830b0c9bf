import type { ChatModel } from "../../src/capabilities/models.ts"
import type { UpstreamRequest } from "../../src/upstream/upstream.ts"
import type { WireRequest } from "../../src/core/format.ts"

/** The request of a call as it goes out: with the key. */
export const sentBy = (model: ChatModel | undefined, call: WireRequest): UpstreamRequest | undefined => {
  const request = model?.request(call)
  return request && (model?.keyed?.(request) ?? request)
}
