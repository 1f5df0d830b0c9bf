import { clientKey, type Served } from "../sdk/gateway.ts"

/** What came back. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body read as JSON. */
  readonly body: unknown
}

export const chatPath = "/v1/chat/completions"
export const messagesPath = "/v1/messages"

/** Posts a body as it is: a string and bytes go as they are, all else as JSON. */
export const post = async (
  { url }: Served,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {}
): Promise<Answered> => {
  const sent = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body)
  const init = {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${clientKey}`, ...headers },
    body: typeof sent === "string" ? sent : new Uint8Array(sent)
  }
  const response = await fetch(url + path, init)
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
}
