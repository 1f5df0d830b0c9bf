import { caps } from "../caps.ts"
import { GatewayError } from "../errors/error.ts"
import { placeOf } from "../notes/leftover.ts"
import type { Reader } from "../reading/reader.ts"
import type { Request } from "./chat.ts"

/** Finds lists and counts of a request that are longer and greater than any honest one. */
export const checkSizes = (reader: Reader, request: Request): void => {
  const { tools = [], candidates = 0 } = request
  if (tools.length > caps.tools) reader.issue(placeOf(request, "tools"), `There are more than ${caps.tools} tools.`)
  if (candidates > caps.candidates)
    reader.issue(placeOf(request, "candidates"), `More than ${caps.candidates} candidates cannot be asked for.`)
}

/** The error of an answer that has more candidates than anybody can ask for. */
export const crowded = (): GatewayError =>
  new GatewayError("UpstreamFailed", `The upstream's answer has more than ${caps.candidates} candidates.`)
