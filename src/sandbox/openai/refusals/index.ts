import type { ChatRefusal } from "../context.ts"
import { fieldRefusals } from "./fields.ts"
import { messageRefusals } from "./messages.ts"
import { toolRefusals } from "./tools.ts"

/** Everything that the chat completions API refuses here, in the order in which it looks. */
export const chatRefusals: readonly ChatRefusal[] = [...fieldRefusals, ...toolRefusals, ...messageRefusals]
