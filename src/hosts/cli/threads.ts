import { extname } from "node:path"
import type { Configuration } from "../../config/configuration.ts"
import { layerPool, Pool } from "../workers/pool.ts"

/** The threads of a configuration, none of which is started before there is a long request; `become` takes another. */
export const threadsOf = (configuration: Configuration) => {
  const { threads, queue, clock } = configuration.limits.workers
  const pool = new Pool({
    module: new URL(`./worker${extname(import.meta.url)}`, import.meta.url),
    data: knownTo(configuration),
    threads,
    queue,
    clock: clock * 1000
  })
  return { layer: layerPool(pool), become: (next: Configuration) => pool.renew(knownTo(next)) }
}

/** What a thread knows of a configuration: its models, and nobody's key. */
export const knownTo = ({
  upstreams,
  routes
}: Pick<Configuration, "upstreams" | "routes">): Pick<Configuration, "upstreams" | "routes"> => ({
  upstreams: upstreams.map((upstream) => ({ ...upstream, key: "", retired: [] })),
  routes
})
