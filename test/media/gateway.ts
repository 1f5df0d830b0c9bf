import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { onTestFinished } from "vitest"
import { Credentials, Gateway, media, type Running } from "../../src/index.ts"
import { layerLinked, MediaLinks, type MediaStore } from "../../src/media.ts"
import { toNodeHandler } from "../../src/node.ts"

export const secret = "a secret of the operator, 32 bytes and more"

/** A gateway of media alone, and the ways into its store. */
export interface Hosted {
  readonly gateway: Running
  readonly url: string
  readonly run: <A, E>(body: Effect.Effect<A, E, MediaStore | MediaLinks>) => Promise<A>
}

/** Serves a store's media on a socket; all ends with the test. */
export const hosted = async (store: Layer.Layer<MediaStore, never, MediaLinks>): Promise<Hosted> => {
  let run: Hosted["run"] = () => Promise.reject(new Error("not there yet"))
  const listening = Layer.effectDiscard(
    Effect.map(Effect.context<MediaStore | MediaLinks>(), (context) => {
      run = (body) => Effect.runPromise(Effect.provideContext(body, context))
    })
  )
  const gateway = Gateway.make(
    Gateway.layer(media).pipe(
      Layer.merge(listening),
      Layer.provide(layerLinked.pipe(Layer.provide(store))),
      Layer.provide(MediaLinks.layer({ secret, publicUrl: "http://gateway.test" })),
      Layer.provide(Credentials.keys("client"))
    )
  )
  await gateway.ready
  const server = createServer(toNodeHandler(gateway))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await gateway.dispose()
  })
  return { gateway, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, run }
}
