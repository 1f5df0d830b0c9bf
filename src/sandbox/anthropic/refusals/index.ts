import type { MessagesRefusal } from "../context.ts"
import { contentRefusals } from "./content.ts"
import { fieldRefusals } from "./fields.ts"
import { messageRefusals } from "./messages.ts"
import { schemaRefusals } from "./schemas.ts"
import { thinkingRefusals } from "./thinking.ts"
import { toolRefusals } from "./tools.ts"

/** Everything that the messages API refuses here, in the order in which it looks. */
export const messagesRefusals: readonly MessagesRefusal[] = [
  ...fieldRefusals,
  ...thinkingRefusals,
  ...toolRefusals,
  ...schemaRefusals,
  ...messageRefusals,
  ...contentRefusals
]
