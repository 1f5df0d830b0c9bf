import { Agent, request } from "node:http"
import { listenThere, vendor } from "./listen-there.ts"

/** The bare proxy: node:http on both sides, keep-alive, bodies piped both ways, nothing looked at. */
const { hostname, port } = vendor
const agent = new Agent({ keepAlive: true })

listenThere((incoming, response) => {
  const { method, url, headers } = incoming
  const outgoing = request({ hostname, port, agent, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  outgoing.on("error", () => response.destroy())
  response.on("close", () => outgoing.destroy())
  incoming.pipe(outgoing)
})
