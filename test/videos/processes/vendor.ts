import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { buffer } from "node:stream/consumers"
import { Readable } from "node:stream"
import { make } from "../../../src/sandbox.ts"
import { fastNow } from "./clock.ts"

// A vendor in a process of its own, which keeps a ledger of the prompts that it was sent. A submit whose prompt begins
// with `held` is taken and not answered.

const [from = "0"] = process.argv.slice(2)
const sandbox = make({ key: "key-of-the-operator", pace: 0, now: fastNow(Number(from)) })
const ledger: string[] = []

const promptIn = (body: string): string => /name="prompt"\r\n\r\n([^\r]*)/.exec(body)?.[1] ?? ""

const answered = async (request: IncomingMessage): Promise<Response | undefined> => {
  const { method = "GET", url = "/", headers } = request
  if (url === "/ledger") return Response.json(ledger)
  const body = await buffer(request)
  const submits = method === "POST" && url === "/v1/videos"
  const prompt = submits ? promptIn(body.toString("latin1")) : ""
  if (submits) ledger.push(prompt)
  if (prompt.startsWith("held")) return undefined
  const all = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  return sandbox.fetch(
    new Request(`http://vendor.test${url}`, { method, headers: all, ...(method === "POST" ? { body } : {}) })
  )
}

const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const answer = await answered(request)
  if (answer === undefined) return
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  Readable.from([new Uint8Array(await answer.arrayBuffer())]).pipe(response)
}

const server = createServer((request, response) => void serve(request, response))
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  console.log(typeof address === "object" && address !== null ? address.port : 0)
})
