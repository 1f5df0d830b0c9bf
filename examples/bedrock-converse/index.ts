import type { ChatFormat } from "../../src/format.ts"
import { decodeStream } from "./stream-decode.ts"
import { encodeStream } from "./stream-encode.ts"
import { decodeError, encodeError } from "./error.ts"
import { eventStream } from "./framing.ts"
import { decodeRequest, encodeRequest } from "./request.ts"
import { decodeResponse, encodeResponse } from "./response.ts"
import { id } from "./rules.ts"

/**
 * A format of one's own: Bedrock's Converse and ConverseStream, in the files that the formats of the package have. Read it
 * in this order: `rules.ts` (what is told of what does not cross), `request.ts` and `response.ts` with `parts-decode.ts` and
 * `parts-encode.ts` (both directions of a chat), `framing.ts` (bytes and frames, binary ones here), `stream-decode.ts` and
 * `stream-encode.ts` (frames and events), `error.ts`. All of it stands on `isogloss/format`, which the repository calls
 * `src/format.ts`.
 *
 * @see https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
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
