/** Answers that their clients go on from: the store that keeps them, and the one in memory. */
export { layerMemory } from "./history/memory.ts"
export { ResponseStore, type ResponseToStore, type StoredItem, type StoredResponse } from "./history/store.ts"
export type { TextLimits } from "./history/store.ts"
