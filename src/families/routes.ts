import { matches } from "./glob.ts"

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

/** The first route whose glob matches an id. */
export const routeOf = (routes: readonly Route[], id: string): Route | undefined =>
  routes.find((route) => matches(route.match, id))
