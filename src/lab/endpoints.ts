import { type WireNames, wireNames } from "../core/format.ts"
import { dressingQuery } from "./dressing.ts"
import { getToken } from "./logins.ts"
import { batchImages, watermarkRemoval } from "./images/endpoints.ts"
import { textToVideo } from "./videos.ts"

/**
 * All endpoints of the lab, for a deployment that calls its product so.
 *
 * @example
 * const logins = Logins.layer({ secrets: [secret] }).pipe(Layer.provide(Accounts.hashed({ username: "ada", hash })))
 * Gateway.layer(...lab(), Endpoints.images, Endpoints.videoGeneration).pipe(
 *   Layer.provide(DressingTasks.none),
 *   Layer.provide(withLogins(Credentials.keys({ key: "k", name: "ada" }))),
 *   Layer.provide(logins)
 * )
 */
export const lab = (names: Pick<WireNames, "product"> = wireNames) => [getToken, ...labWithoutLogins(names)] as const

/** The same where nobody has an account: no password is read. */
export const labWithoutLogins = (names: Pick<WireNames, "product"> = wireNames) =>
  [batchImages(names), watermarkRemoval(names), dressingQuery(names), textToVideo(names)] as const
