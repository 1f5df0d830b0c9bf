import { gatewayAt } from "../gateway.ts"

/** What is used of Bun. */
declare const Bun: {
  readonly serve: (options: {
    readonly port: number
    readonly hostname: string
    readonly idleTimeout: number
    readonly fetch: (request: Request) => Promise<Response>
  }) => { readonly url: URL }
}

const gateway = gatewayAt(process.argv[2] ?? "", (request) => fetch(request))
const { url } = Bun.serve({ port: 0, hostname: "127.0.0.1", idleTimeout: 0, fetch: gateway.fetch })
console.log(url.origin)
