import type { ChatFormat } from "../../src/core/format.ts"
import { decodeStream } from "./decode-stream.ts"
import { encodeStream } from "./encode-stream.ts"
import { decodeError, encodeError } from "./error.ts"
import { eventStream } from "./framing.ts"
import { decodeRequest, encodeRequest } from "./request.ts"
import { decodeResponse, encodeResponse } from "./response.ts"
import { id } from "./rules.ts"

/**
 * Bedrock's Converse and ConverseStream as far as a test needs them: what shows that a new format is a folder of its
 * own and nothing else. https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
export const converse: ChatFormat<"converse", Uint8Array> = {
  id,
  framings: [eventStream],
  decodeRequest,
  encodeRequest,
  decodeResponse,
  encodeResponse,
  decodeStream,
  encodeStream,
  decodeError,
  encodeError
}
