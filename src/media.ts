/** Getting what a client's URL names, without reaching what only the server can reach. Needs Node. */
export { type Media, MediaFetcher, type MediaKind, type Wanted } from "./media/media.ts"
export type { Connection, Network } from "./media/network.ts"
export type { Limits as MediaLimits } from "./media/get.ts"
export type { Allowed } from "./media/place.ts"
export { type FetcherOptions, layerNode } from "./media/node.ts"
