import { type Child, launch } from "./child.ts"
import { contestants, isThere, type Running, startServer } from "./contestants.ts"
import type { LoadAnswers } from "./load.ts"
import type { UpstreamAnswers } from "./upstream.ts"

/** An upstream, a load client and the servers between them, each a process of its own. */
export interface Rig {
  readonly upstream: Child<UpstreamAnswers>
  readonly load: Child<LoadAnswers>
  readonly servers: readonly Running[]
  readonly stop: () => void
}

/** Starts all that is there. */
export const startRig = async (): Promise<Rig> => {
  const upstream = launch<UpstreamAnswers>("./upstream.ts")
  const load = launch<LoadAnswers>("./load.ts")
  const port = await upstream.ask("port")
  const servers = await Promise.all(contestants.filter(isThere).map((contestant) => startServer(contestant, port)))
  const stop = (): void => {
    for (const child of [load, upstream, ...servers.map((server) => server.child)]) child.stop()
  }
  return { upstream, load, servers, stop }
}
