import { Agent, request } from "undici"

/** A client of one key, each request on a connection of its own. */
export const crowdClient = (url: string, key: string) => {
  const agent = new Agent({ connections: 2000, pipelining: 1 })
  const leaving = new AbortController()
  const post = async (path: string, body: object) => {
    const answer = await request(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
      dispatcher: agent,
      signal: leaving.signal
    })
    return { status: answer.statusCode, headers: answer.headers, text: () => answer.body.text(), body: answer.body }
  }
  const chat = (model: string, text: string, stream: boolean) =>
    post("/v1/chat/completions", { model, stream, messages: [{ role: "user", content: text }] })
  return {
    post,
    /** A whole answer, and its status. */
    ask: async (model: string, text: string) => {
      const answer = await chat(model, text, false)
      return { status: answer.status, text: await answer.text() }
    },
    /** Streams that nobody waits for. */
    flood: (model: string, text: string, times: number) =>
      Array.from({ length: times }, () =>
        chat(model, text, true).then(
          async ({ status, body }) => {
            body.on("error", () => undefined)
            return status
          },
          () => 0
        )
      ),
    leave: async () => {
      leaving.abort()
      await agent.destroy()
    }
  }
}
