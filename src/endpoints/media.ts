import * as Effect from "effect/Effect"
import { encodeError } from "../formats/chat-completions/error.ts"
import { MediaLinks } from "../media/store/links.ts"
import { MediaStore } from "../media/store/store.ts"
import { GatewayError } from "../core/errors/error.ts"
import { answerBytes } from "./byte-range.ts"
import type { Endpoint } from "./endpoint.ts"
import { requiredParameter } from "./query.ts"

/** `GET /v1/media/{ref}`: what a signed link leads to. No key is asked for: the link is one. */
export const media: Endpoint<MediaStore | MediaLinks> = {
  id: "media",
  method: "GET",
  path: "/v1/media/:ref",
  auth: [],
  query: { expires: requiredParameter(), signature: requiredParameter() },
  body: { kind: "none" },
  summary: "The bytes that a signed link leads to, or some of them.",
  handle: Effect.fnUntraced(function* ({ head }) {
    const ref = head.params["ref"] ?? ""
    const isOpen = yield* (yield* MediaLinks).opens(ref, head.search())
    const stored = isOpen ? yield* (yield* MediaStore).find(ref) : undefined
    return stored === undefined ? yield* Effect.fail(unknown()) : answerBytes(stored, head)
  }),
  error: encodeError
}

/** The same for a medium that is not there and for a link that does not open it. */
const unknown = (): GatewayError =>
  new GatewayError("NotFound", "No such media, or the link has expired.", { code: "media_not_found" })
