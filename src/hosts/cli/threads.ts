import { extname } from "node:path"
import type { Configuration } from "../../config/configuration.ts"
import type { ModelSettings } from "./models.ts"
import { layerPool, WorkerPool, type PoolOptions } from "../workers/pool.ts"

/** The threads of a configuration, none of which is started before there is a long request; `become` takes another. */
export const threadsOf = (configuration: Configuration) => {
  const module = new URL(`./worker${extname(import.meta.url)}`, import.meta.url)
  const pool = new WorkerPool({ module, ...poolOf(configuration) })
  return { layer: layerPool(pool), become: (next: Configuration) => pool.renew(poolOf(next)) }
}

const poolOf = (configuration: Configuration): Omit<PoolOptions, "module"> => {
  const { clock, ...workers } = configuration.limits.workers
  return { ...workers, clock: clock * 1000, data: knownTo(configuration) }
}

/** What a thread knows of a configuration: its models, and nobody's key. */
export const knownTo = ({ upstreams, routes }: ModelSettings): ModelSettings => ({
  upstreams: upstreams.map((upstream) => ({ ...upstream, key: "none here", retired: [] })),
  routes
})
