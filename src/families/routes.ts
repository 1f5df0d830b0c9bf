import { fits } from "../credentials/principal.ts"

/** Where the requests for some models go. */
export interface Route {
  /** A glob over the ids that clients ask for; `*` stands for any characters. */
  readonly match: string
  /** The name of the upstream that serves them. */
  readonly upstream: string
  /** The id that is sent there; absent: the one that was asked for. */
  readonly model?: string
  /** The catalogue id whose rules they follow, for ids that no catalogue lists: a fine-tune, an alias of a vendor's. */
  readonly like?: string
}

/** Finds the first route whose glob matches an id. A name is looked up, however many there are; globs are tried in turn. */
export const router = (routes: readonly Route[]): ((id: string) => Route | undefined) => {
  const names = new Map(routes.map(({ match }, at) => [match, at] as const).toReversed())
  const globs = routes.flatMap(({ match }, at) => (isGlob(match) ? [{ at, matches: fits([match]) }] : []))
  return (id) => {
    const named = names.get(id) ?? routes.length
    const glob = globs.find(({ at, matches }) => at < named && matches(id))
    return routes[glob?.at ?? named]
  }
}

/** Whether a glob stands for more than one id. */
export const isGlob = (glob: string): boolean => glob.includes("*")
