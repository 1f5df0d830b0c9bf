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

/** Finds the first route whose glob matches an id. */
export const router = (routes: readonly Route[]): ((id: string) => Route | undefined) => {
  const tests = routes.map((route) => [fits([route.match]), route] as const)
  return (id) => tests.find(([matches]) => matches(id))?.[1]
}

/** Whether a glob stands for more than one id. */
export const isGlob = (glob: string): boolean => glob.includes("*")
