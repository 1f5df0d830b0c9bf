import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { onTestFinished } from "vitest"
import { Credentials, Gateway, type RunningGateway, Endpoints } from "../../src/index.ts"
import { layerLinked, MediaLinks, type MediaStore } from "../../src/media.ts"
import { toNodeHandler } from "../../src/node.ts"

export const secret = "a secret of the operator, 32 bytes and more"

/** A gateway of media alone, and the ways into its store. */
export interface Hosted {
  readonly gateway: RunningGateway
  readonly url: string
  readonly run: <A, E>(body: Effect.Effect<A, E, MediaStore | MediaLinks>) => Promise<A>
}

/** A server on a socket that answers nobody yet; it ends with the test. */
export const listening = async (): Promise<{ readonly server: Server; readonly url: string }> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Serves a store's media on a socket; all ends with the test. */
export const hosted = async (
  store: Layer.Layer<MediaStore, never, MediaLinks>,
  place?: Awaited<ReturnType<typeof listening>>
): Promise<Hosted> => {
  const { server, url } = place ?? (await listening())
  let run: Hosted["run"] = () => Promise.reject(new Error("not there yet"))
  const within = Layer.effectDiscard(
    Effect.map(Effect.context<MediaStore | MediaLinks>(), (context) => {
      run = (body) => Effect.runPromise(Effect.provideContext(body, context))
    })
  )
  const gateway = Gateway.make(
    Gateway.layer(Endpoints.media).pipe(
      Layer.merge(within),
      Layer.provide(layerLinked.pipe(Layer.provide(store))),
      Layer.provide(MediaLinks.layer({ secret, publicUrl: "http://gateway.test" })),
      Layer.provide(Credentials.keys("client"))
    )
  )
  await gateway.ready
  server.on("request", toNodeHandler(gateway))
  onTestFinished(() => gateway.dispose())
  return { gateway, url, run }
}
