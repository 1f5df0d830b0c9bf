import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { revealSecret, type Secret } from "../../credentials/credentials.ts"
import { decodeBinary, encodeBinary } from "../../core/bytes.ts"
import { withoutEnd } from "../../core/collections.ts"
import { MediaStore } from "./store.ts"

/** What links are made with. */
export interface LinkOptions {
  /** At least 32 bytes that nobody else knows; the same at all nodes. Whoever has it can make links. */
  readonly secret: Secret
  /** Secrets of before, whose links open what they name until their time is over. */
  readonly former?: readonly Secret[]
  /** Where clients reach the gateway, such as `https://media.example`. Absent: no client is given links. */
  readonly publicUrl?: string
}

/** Makes links that open one medium until a moment, and knows its own. A reference alone opens nothing. */
export class MediaLinks extends Context.Service<
  MediaLinks,
  {
    /** A link for anybody, until a moment in milliseconds since 1970; undefined where none are given. */
    readonly link: (ref: string, until: number) => Effect.Effect<string | undefined>
    /** The same without its origin. */
    readonly path: (ref: string, until: number) => Effect.Effect<string>
    /** Whether a query is the one of a link to this medium whose time is not over. */
    readonly opens: (ref: string, query: URLSearchParams) => Effect.Effect<boolean>
  }
>()("isogloss/MediaLinks") {
  /** Links that are signed with HMAC-SHA256. Throws where a secret is shorter than 32 bytes. */
  static readonly layer = ({ secret, former = [], publicUrl }: LinkOptions): Layer.Layer<MediaLinks> => {
    const [first, ...others] = [bytesOf(secret), ...former.map(bytesOf)] as const
    const origin = publicUrl === undefined ? undefined : withoutEnd(publicUrl, "/")
    return Layer.effect(MediaLinks)(
      Effect.zipWith(keyOf(first), Effect.forEach(others, keyOf), (key, old) => signedWith(key, old, origin))
    )
  }
}

/** How many bytes a secret has at least. */
const shortestSecret = 32

const algorithm = { name: "HMAC", hash: "SHA-256" }

const bytesOf = (secret: Secret): Uint8Array<ArrayBuffer> => {
  const bytes = new TextEncoder().encode(revealSecret(secret))
  if (bytes.length < shortestSecret)
    throw new RangeError(`The secret of links must have at least ${shortestSecret} bytes.`)
  return bytes
}

type Key = Parameters<typeof crypto.subtle.sign>[1]

const keyOf = (secret: Uint8Array<ArrayBuffer>): Effect.Effect<Key> =>
  Effect.promise(() => crypto.subtle.importKey("raw", secret, algorithm, false, ["sign", "verify"]))

const signedWith = (key: Key, former: readonly Key[], origin: string | undefined): MediaLinks["Service"] => {
  const path = (ref: string, until: number): Effect.Effect<string> => {
    const expires = String(Math.floor(until / 1000))
    return Effect.map(
      Effect.promise(() => crypto.subtle.sign(algorithm, key, signedText(ref, expires))),
      (signature) => {
        const text = encodeBinary(String.fromCharCode(...new Uint8Array(signature)))
        return `/v1/media/${encodeURIComponent(ref)}?expires=${expires}&signature=${text}`
      }
    )
  }
  return {
    path,
    link: (ref, until) =>
      origin === undefined ? Effect.undefined : Effect.map(path(ref, until), (rest) => `${origin}${rest}`),
    opens: (ref, query) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const expires = query.get("expires") ?? ""
        const signature = decodeBinary(query.get("signature") ?? "")
        if (signature === undefined || !/^\d{1,13}$/.test(expires) || Number(expires) * 1000 <= now) {
          return Effect.succeed(false)
        }
        const bytes = Uint8Array.from(signature, (char) => char.charCodeAt(0))
        return isSignedWith([key, ...former], bytes, signedText(ref, expires))
      })
  }
}

const isSignedWith = (
  keys: readonly Key[],
  signature: Uint8Array<ArrayBuffer>,
  text: Uint8Array<ArrayBuffer>
): Effect.Effect<boolean> =>
  Effect.map(
    Effect.forEach(keys, (key) => Effect.promise(() => crypto.subtle.verify(algorithm, key, signature, text))),
    (verified) => verified.includes(true)
  )

/** What is signed. No other use of the same secret signs a text that begins so. */
const signedText = (ref: string, expires: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`isogloss/media\n${ref}\n${expires}`)

/** A store whose media come with links to them, for as long as they are kept. */
export const layerLinked: Layer.Layer<MediaStore, never, MediaStore | MediaLinks> = Layer.effect(MediaStore)(
  Effect.gen(function* () {
    const { find, ...store } = yield* MediaStore
    const { link } = yield* MediaLinks
    return {
      ...store,
      find: Effect.fnUntraced(function* (ref) {
        const media = yield* find(ref)
        if (media === undefined) return undefined
        const to = yield* link(ref, media.until)
        return to === undefined ? media : { ...media, link: to }
      })
    }
  })
)
