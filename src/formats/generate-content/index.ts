import type { ChatFormat } from "../../core/format.ts"
import { jsonArray } from "./json-array.ts"
import { sseFraming } from "../../core/framing/sse.ts"
import { decodeError, encodeError } from "./error.ts"
import { decodeRequest, encodeRequest } from "./request.ts"
import { encodeResponse } from "./response-encode.ts"
import { decodeResponse } from "./response-decode.ts"
import { decodeStream } from "./stream-decode.ts"
import { encodeStream } from "./stream-encode.ts"

/** The `generateContent` and `streamGenerateContent` methods, as their vendor's SDK types of version 3.1 say them. */
export const generateContent: ChatFormat<"generate-content"> = {
  id: "generate-content",
  framings: [sseFraming, jsonArray],
  decodeRequest,
  encodeRequest,
  decodeResponse,
  encodeResponse,
  decodeStream,
  encodeStream,
  decodeError,
  encodeError
}
