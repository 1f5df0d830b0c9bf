import type { ChatFormat } from "../../core/format.ts"
import { sseFraming } from "../../core/framing/sse.ts"
import { decodeError, encodeError, id } from "./wire.ts"
import { decodeRequest, encodeRequest } from "./request.ts"
import { decodeResponse } from "./response-decode.ts"
import { encodeResponse } from "./response-encode.ts"
import { decodeStream } from "./stream-decode.ts"
import { encodeStream } from "./stream-encode.ts"

/** Chat completions, as OpenAI's API and the many that follow it write a chat. */
export const chatCompletions: ChatFormat<"chat-completions"> = {
  id,
  framings: [sseFraming],
  decodeRequest,
  encodeRequest,
  decodeResponse,
  encodeResponse,
  decodeStream,
  encodeStream,
  decodeError,
  encodeError
}
