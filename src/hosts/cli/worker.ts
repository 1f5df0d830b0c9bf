import { workerData } from "node:worker_threads"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TokenCounts } from "../../endpoints/counting.ts"
import { Upstream } from "../../upstream/upstream.ts"
import { layerWasmWalk } from "../../exchange/offload.ts"
import { serveJobs } from "../workers/thread.ts"
import { labWithoutLogins } from "../../lab/endpoints.ts"
import { servedEndpoints, type ModelSettings, modelsOf, installedTokenizer } from "./served.ts"

/** What a thread knows of a configuration: no key of anybody's. */
// oxlint-disable-next-line typescript/no-unsafe-assignment -- what the pool was started with
const configuration: ModelSettings = workerData

/** Nobody is called from here. */
const nowhere = Layer.succeed(Upstream)({
  unary: () => Effect.die(new Error("A worker calls nobody.")),
  stream: () => Effect.die(new Error("A worker calls nobody."))
})

const services = async () => {
  const counts = TokenCounts.layer(installedTokenizer())
  const models = Layer.provide(await modelsOf(configuration), nowhere)
  return Effect.runPromise(Effect.scoped(Layer.build(Layer.mergeAll(models, counts, layerWasmWalk))))
}

serveJobs(
  [...servedEndpoints, ...labWithoutLogins()].flatMap(({ jobs = [] }) => jobs),
  services()
)
