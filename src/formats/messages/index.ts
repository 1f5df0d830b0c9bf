import type { ChatFormat } from "../../core/format.ts"
import { sseFraming } from "../../core/framing/sse.ts"
import { decodeError, encodeError } from "./wire.ts"
import { decodeRequest, encodeRequest } from "./request.ts"
import { encodeResponse } from "./response-encode.ts"
import { decodeResponse } from "./response-decode.ts"
import { decodeStream } from "./stream-decode.ts"
import { encodeStream } from "./stream-encode.ts"

/** The Messages API: `POST /v1/messages`, as its vendor's SDK types of version 1.11 say it. */
export const messages: ChatFormat<"messages"> = {
  id: "messages",
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
