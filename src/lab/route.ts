import type { AuthPolicy } from "../credentials/carriers.ts"
import type { Endpoint } from "../endpoints/endpoint.ts"
import type { WireNames } from "../core/format.ts"
import { encodeError } from "./envelope.ts"

/** What all endpoints of the lab have in common. */
export const shared = { error: encodeError, owns: "/prod-api/" } as const satisfies Partial<Endpoint>

/** A key or a login token. */
export const auth: AuthPolicy = ["login"]

/** The paths of an endpoint under each of the product's words that a deployment has, the first of them its own. */
export const pathsOf = (
  { product: [first = "", ...others] }: Pick<WireNames, "product">,
  path: (product: string) => `/${string}`
): Pick<Endpoint, "path" | "also"> => ({ path: path(first), also: others.map(path) })
