import { requestLimits } from "../caps.ts"
import { GatewayError } from "../errors/error.ts"
import { placeOf } from "../notes/leftover.ts"
import type { IssueReader } from "../reading/reader.ts"
import type { ChatRequest } from "./chat.ts"

/** Finds lists and counts of a request that are longer and greater than any honest one. */
export const checkSizes = (reader: IssueReader, request: ChatRequest): void => {
  const { tools = [], candidates = 0 } = request
  if (tools.length > requestLimits.tools)
    reader.issue(placeOf(request, "tools"), `There are more than ${requestLimits.tools} tools.`)
  if (candidates > requestLimits.candidates)
    reader.issue(
      placeOf(request, "candidates"),
      `More than ${requestLimits.candidates} candidates cannot be asked for.`
    )
}

/** The error of an answer that has more candidates than anybody can ask for. */
export const tooManyCandidates = (): GatewayError =>
  new GatewayError("UpstreamFailed", `The upstream's answer has more than ${requestLimits.candidates} candidates.`)
