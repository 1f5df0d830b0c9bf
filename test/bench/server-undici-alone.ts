import { forward } from "./forward.ts"
import { listen } from "./listen.ts"

/** The bare proxy's job with undici's `dispatch` towards the upstream and unary bodies buffered; nothing parsed. */
export const start = (upstreamUrl: string): Promise<number> => {
  const send = forward(upstreamUrl)
  return listen((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
    incoming.on("end", () => send(incoming.url ?? "/", Buffer.concat(chunks), response, {}))
  })
}
