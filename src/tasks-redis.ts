/** Tasks in Redis, for many nodes. Needs Node and the package `redis`. */
export { layerRedis, type RedisOptions } from "./tasks/redis/layer.ts"
