import type { WirePiece } from "../../src/core/framing/transducer.ts"
import type { Subject } from "../laws/subjects.ts"
import { converse } from "../../examples/bedrock-converse/index.ts"
import { converseCommon, converseRequest, converseResponse } from "./made.ts"

/** The stub under the laws. */
export const subject: Subject<WirePiece> = {
  format: converse,
  request: converseRequest,
  response: converseResponse,
  target: { model: "model-1", vendor: "anthropic" },
  orderless: false,
  common: converseCommon,
  unsaid: ["id", "model", "created"],
  marks: { success: /messageStop/, failure: /^\w+Exception /gm }
}
