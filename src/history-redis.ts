/** Responses in Redis, for many nodes. Needs Node and the package `redis`. */
export { layerRedis } from "./history/redis.ts"
