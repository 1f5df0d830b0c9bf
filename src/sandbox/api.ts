import type { Desk } from "./desk.ts"

/** What an API does with a request on one of its paths. */
export interface Route {
  readonly method: "GET" | "POST" | "DELETE"
  readonly serve: () => Response | Promise<Response>
}

/** A vendor's API in the sandbox. */
export interface Api {
  /** The route of a request; undefined where it is none of this API's. */
  readonly route: (request: Request, url: URL, desk: Desk) => Route | undefined
  /** Whether a request speaks to this API, by its path or by its headers. */
  readonly speaks: (request: Request, url: URL) => boolean
  /** The answer to a path or a method that nobody serves. */
  readonly lost: (status: 404 | 405, message: string, desk: Desk) => Response
}

/** A piece of a path without its escapes; as it is where they are broken. */
export const decoded = (piece: string): string => {
  try {
    return decodeURIComponent(piece)
  } catch {
    return piece
  }
}

/** The id in the path of a model list: undefined for the list itself, no match for another path. */
export const modelPath = (path: string): { readonly id: string | undefined } | undefined => {
  const match = /^\/v1(?:beta)?\/models(?:\/([^:]+))?$/.exec(path)
  return match === null ? undefined : { id: match[1] === undefined ? undefined : decoded(match[1]) }
}

/** The bearer token of a request. */
export const bearerOf = (headers: Headers): string | undefined =>
  headers.get("authorization")?.replace(/^Bearer\s+/i, "")
