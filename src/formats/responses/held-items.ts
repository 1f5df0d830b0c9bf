import type { StateRef } from "../../core/chat/node.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import { ownVendor } from "./wire.ts"

/** What callers of other vendors' models are told of a call of the vendor's own kind, or its result, at the end. */
export const unansweredElsewhere =
  "Only models of the vendor that has this tool can go on from here: name one of them, or add a user message."

/** What they are told of items that only the vendor knows what to do with, by the item's type. */
export const goneElsewhere: ReadonlyMap<string, string> = new Map([
  [
    "compaction_trigger",
    "Only models of another vendor compact conversations so: leave this out, and ask for a summary in a user message."
  ],
  ...["mcp_approval_request", "mcp_approval_response"].map(
    (type) =>
      [
        type,
        "Only the vendor that asked can go on from an approval: name one of its models, or leave this out."
      ] as const
  )
])

/** An item that the vendor's models alone can go on from. */
export const heldItem = (held: string, at: JsonPointer, refusal?: string): StateRef => ({
  vendor: ownVendor,
  kind: "item",
  id: held,
  at,
  ...(refusal === undefined ? {} : { refusal })
})
