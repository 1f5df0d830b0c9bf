import { type WireNames, wireNames } from "../words/wire-names.ts"
import { dressingQuery } from "./dressing.ts"
import { getToken } from "./get-token.ts"
import { batchImages, watermarkRemoval } from "./images/endpoints.ts"
import { textToVideo } from "./videos/endpoint.ts"

/** All endpoints of the lab, for a deployment that calls its product so. */
export const lab = (names: Pick<WireNames, "product"> = wireNames) =>
  [getToken, batchImages(names), watermarkRemoval(names), dressingQuery(names), textToVideo(names)] as const
