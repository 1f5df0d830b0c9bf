import { make, type Sandbox } from "../../src/sandbox.ts"
import { isRecord } from "../rows/gateway.ts"
import { raw } from "../rows/images/row.ts"

/** One call that the vendors received. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  /** JSON, or the fields of a form. */
  readonly body: unknown
}

/** Answers a call in place of the vendor; by how often it was called before. */
export type Instead = (received: Received, times: number) => Response | undefined | Promise<Response | undefined>

/** The key that every vendor of the sandbox wants. */
export const vendorKey = "key-of-the-operator"

/** The sandbox as the vendors of one gateway, with a ledger of what they received. */
export class Vendors {
  readonly calls: Received[] = []
  readonly #sandbox: Sandbox
  instead: Instead = () => undefined

  constructor(now: () => number, key?: string) {
    this.#sandbox = make({ now, pace: 0, ...(key === undefined ? {} : { key }) })
  }

  readonly fetch = async (request: Request): Promise<Response> => {
    const received = await receive(request.clone())
    const times = this.calls.push(received) - 1
    return (await this.instead(received, times)) ?? this.#sandbox.fetch(request)
  }

  /** What lies at a link that needs no key; below `https://img.test` there are pictures. */
  readonly at = async (url: string): Promise<Response> =>
    url.startsWith("https://img.test/")
      ? new Response(Buffer.from(raw, "base64"), { headers: { "content-type": "image/png" } })
      : this.#sandbox.fetch(new Request(url))

  /** The submits among the calls. */
  get submits(): readonly Received[] {
    return this.calls.filter(isSubmit)
  }

  /** The polls among them. */
  get polls(): readonly Received[] {
    return this.calls.filter(isPoll)
  }
}

/** Whether a call asks for a video. */
export const isSubmit = ({ method, path }: Received): boolean =>
  method === "POST" && /(?::predictLongRunning|\/v1\/videos|\/contents\/generations\/tasks)$/.test(path)

/** Whether a call asks how far a video is. */
export const isPoll = ({ method, path }: Received): boolean =>
  /(?::fetchPredictOperation|\/operations\/[^/]+|\/tasks\/[^/]+)$/.test(path) ||
  (method === "GET" && /\/v1\/videos\/[^/]+$/.test(path))

const receive = async (request: Request): Promise<Received> => {
  const { method, headers } = request
  const path = new URL(request.url).pathname
  const isForm = headers.get("content-type")?.startsWith("multipart/form-data") === true
  if (isForm) return { method, path, headers, body: await fieldsOf(await request.formData()) }
  const text = await request.text()
  return { method, path, headers, body: text === "" ? undefined : JSON.parse(text) }
}

const fieldsOf = async (form: FormData): Promise<object> => {
  const fields: [string, unknown][] = []
  for (const [name, value] of form) fields.push([name, typeof value === "string" ? value : await fileOf(value)])
  return Object.fromEntries(fields)
}

const fileOf = async (file: File): Promise<object> => ({
  name: file.name,
  type: file.type,
  base64: Buffer.from(await file.arrayBuffer()).toString("base64")
})

/** A member of a value that must be there. */
export const memberOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)
