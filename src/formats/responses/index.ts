import type { ChatFormat } from "../../core/format.ts"
import { sseFraming } from "../../core/framing/sse.ts"
import { decodeError, encodeError } from "./wire.ts"
import { decodeRequest, encodeRequest } from "./request.ts"
import { decodeResponse } from "./response-decode.ts"
import { encodeResponse } from "./response-encode.ts"
import { decodeStream } from "./stream-decode.ts"
import { encodeStream } from "./stream-encode.ts"

/** OpenAI's Responses API: `POST /v1/responses`, as its SDK's types of version 7.57 say it. */
export const responses: ChatFormat<"responses"> = {
  id: "responses",
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
