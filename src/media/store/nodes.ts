import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { Agent, type Dispatcher } from "undici"
import type { GatewayError } from "../../core/errors/error.ts"
import { withoutEnd } from "../../core/collections.ts"
import { scopedAbortSignal } from "../fetch/fetcher.ts"
import { MediaLinks } from "./links.ts"
import { isNodeName, type KeptMedia, MediaStore, type ByteRange, mediaForgotten, storeUnavailable } from "./store.ts"

/** The nodes of a gateway, each with a store of its own. */
export interface NodesOptions {
  /** This node's name. */
  readonly node: string
  /**
   * Where the nodes reach each other, by their names: base URLs by names of small letters, digits and dashes. None but
   * these is ever called. A name stays the same for as long as its media are kept.
   */
  readonly nodes: Readonly<Record<string, string>>
}

/** A reference that says its node: the name, `~`, and the reference that the node itself gave. */
const grammar = /^([a-z0-9-]{1,32})~(.+)$/s

/**
 * A store over this node's own that finds what lies at any node, and reads it from there as it passes. Each node needs
 * the media endpoint, and the same secret of links. Throws where a name is none.
 */
export const layerNodes = ({ node, nodes }: NodesOptions): Layer.Layer<MediaStore, never, MediaStore | MediaLinks> => {
  const others = new Map(Object.entries(nodes))
  for (const one of [node, ...others.keys()]) {
    if (!isNodeName(one)) throw new RangeError(`\`${one}\` is no name of a node: small letters, digits and dashes are.`)
  }
  return Layer.effect(MediaStore)(
    Effect.gen(function* () {
      const own = yield* MediaStore
      const call = callingOver(yield* agent, yield* MediaLinks)
      return {
        ...own,
        keep: (bytes, about) => Effect.map(own.keep(bytes, about), (ref) => `${node}~${ref}`),
        find: (ref) => {
          const [, where, inner] = grammar.exec(ref) ?? []
          if (where === undefined || inner === undefined) return own.find(ref)
          if (where === node) return own.find(inner)
          const url = others.get(where)
          return url === undefined ? Effect.undefined : findAt(url, ref, call)
        }
      }
    })
  )
}

const agent = Effect.acquireRelease(
  Effect.sync(() => new Agent({ connectTimeout: 3000, headersTimeout: 10_000, bodyTimeout: 60_000 })),
  (opened) => Effect.ignore(Effect.promise(() => opened.destroy()))
)

/** Asks a node for a medium; the call ends with the scope. */
type Call = (
  method: "GET" | "HEAD",
  url: string,
  ref: string,
  range?: ByteRange
) => Effect.Effect<Dispatcher.ResponseData, GatewayError, Scope.Scope>

/** For how long a link to another node opens it, in milliseconds: clocks of nodes may differ by less. */
const linkTime = 120_000

const callingOver =
  (dispatcher: Agent, links: MediaLinks["Service"]): Call =>
  (method, url, ref, range) =>
    Effect.gen(function* () {
      const path = yield* links.path(ref, (yield* Clock.currentTimeMillis) + linkTime)
      const base = new URL(url)
      const signal = yield* scopedAbortSignal
      const headers = range === undefined ? {} : { range: `bytes=${range.offset}-${range.offset + range.length - 1}` }
      const request = {
        origin: base.origin,
        path: `${withoutEnd(base.pathname, "/")}${path}`,
        method,
        headers,
        signal
      }
      return yield* Effect.tryPromise({ try: () => dispatcher.request(request), catch: storeUnavailable })
    })

const findAt = Effect.fnUntraced(function* (
  url: string,
  ref: string,
  call: Call
): Effect.fn.Return<KeptMedia | undefined, GatewayError, Scope.Scope> {
  const { statusCode, headers } = yield* call("HEAD", url, ref)
  if (statusCode === 404) return undefined
  const facts = statusCode === 200 ? saidIn(headers) : undefined
  if (facts === undefined) return yield* Effect.fail(storeUnavailable())
  return {
    ...facts,
    read: (range) => (range?.length === 0 ? Stream.empty : readAt(url, ref, call, facts.size, range))
  }
}, Effect.scoped)

/** What a node's answer says of a medium; undefined where it does not say all. */
const saidIn = (headers: Dispatcher.ResponseData["headers"]): Omit<KeptMedia, "read"> | undefined => {
  const { "content-type": mime, "content-length": length, expires, etag } = headers
  const [, tag] = /^"([0-9a-z]+)"$/.exec(String(etag)) ?? []
  const [size, until] = [Number(length), Date.parse(String(expires))]
  if (typeof mime !== "string" || tag === undefined || Number.isNaN(size) || Number.isNaN(until)) return undefined
  return { mime, size, until, tag }
}

const readAt = (
  url: string,
  ref: string,
  call: Call,
  size: number,
  range: ByteRange | undefined
): Stream.Stream<Uint8Array, GatewayError> =>
  Stream.unwrap(
    Effect.flatMap(call("GET", url, ref, range), ({ statusCode, headers, body }) => {
      if (statusCode === 404) return Effect.fail(mediaForgotten())
      const isWanted = statusCode === (range === undefined ? 200 : 206)
      return isWanted && Number(headers["content-length"]) === (range?.length ?? size)
        ? Effect.succeed(Stream.fromAsyncIterable<Uint8Array, GatewayError>(body, storeUnavailable))
        : Effect.fail(storeUnavailable())
    })
  )
