import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { spawnSync } from "node:child_process"
import type { ServedId } from "../bodies.ts"
import { clientKey } from "../models.ts"
import { noPeer, type Peer, peerFile } from "../peers.ts"
import type { Started } from "./process.ts"

/** What clients do: `from` the client's format `to` the upstream's. */
export interface Way {
  readonly from: ServedId
  readonly to: ServedId
  readonly stream?: boolean
}

/** A program between a client and a vendor. */
export interface Gateway {
  readonly name: string
  /** Whether it can do this. */
  readonly takes: (way: Way) => boolean
  /** How it is started in front of the vendor at a URL. */
  readonly start: (upstream: string, port: number) => Started
  /** Lines that it wants in a request's head besides those of the format. */
  readonly head?: (upstream: string, way: Way) => string
  /** Why it is not here. */
  readonly absent?: string | undefined
}

/** What everything that passes is measured against. */
export const bare = "bare Node"
/** What everything that translates is measured against. */
export const byHand = "by hand"
/** What somebody writes by hand who keeps what the gateway promises. */
export const keeping = "by hand, promises kept"

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** The command as it is installed. */
export const command = file("../../../dist/cli.js")

const node = (name: string, upstream: string, port: number, more: NodeJS.ProcessEnv = {}): Started => ({
  command: [process.execPath, file(name)],
  env: { PORT: String(port), UPSTREAM: upstream, ...more }
})

const passes = ({ from, to }: Way): boolean => from === to

const writtenByHand = ({ from, to }: Way): boolean => from === "chat-completions" && to === "messages"

const wholeChats = ({ from, to, stream = false }: Way): boolean =>
  !stream && from === "chat-completions" && to !== "generate-content"

const temporary = (name: string, text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "isogloss-bench-"))
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const peer = (name: Peer) => ({ name, absent: peerFile(name) === undefined ? noPeer(name) : undefined })

/** The configuration of the gateway: one upstream for each format, and sockets for as many streams as are held open. */
export const configuration = (upstream: string, port: number): string =>
  JSON.stringify({
    listen: { host: "127.0.0.1", port },
    keys: [{ key: clientKey, name: "bench" }],
    tasks: "memory",
    limits: { upstream: { sockets: 512 } },
    upstreams: {
      openai: { family: "openai", key: "upstream-key", url: `${upstream}/v1` },
      claude: { family: "claude", key: "upstream-key", url: upstream },
      gemini: { family: "gemini", key: "upstream-key", url: upstream }
    }
  })

const nginx = (upstream: string, port: number): string => `
worker_processes 1; daemon off; master_process off; pid /dev/null; error_log /dev/null;
events { worker_connections 4096; }
http {
  access_log off; keepalive_requests 1000000000; client_max_body_size 64m; client_body_buffer_size 2m;
  upstream vendor { server ${new URL(upstream).host}; keepalive 512; keepalive_requests 1000000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://vendor; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_buffering off; proxy_request_buffering off;
    }
  }
}`

const hasNginx = spawnSync("nginx", ["-v"]).status === 0

const portkeyProviders: Readonly<Record<ServedId, string>> = {
  "chat-completions": "openai",
  messages: "anthropic",
  "generate-content": "google"
}

/** The bare proxy in front of a vendor. */
export const startBare: Gateway["start"] = (upstream, port) => node("bare.ts", upstream, port)

/** All of them, those that others are measured against first. */
export const gateways = (): readonly Gateway[] => [
  { name: bare, takes: () => true, start: startBare },
  {
    name: byHand,
    takes: writtenByHand,
    start: (upstream, port) => node("translating.ts", upstream, port)
  },
  {
    name: keeping,
    takes: wholeChats,
    start: (upstream, port) => node("keeping.ts", upstream, port)
  },
  {
    ...peer("effect"),
    name: "the same on Effect",
    takes: wholeChats,
    start: (upstream, port) => node("on-effect.ts", upstream, port, { PLATFORM: peerFile("effect") })
  },
  {
    name: "undici alone",
    takes: passes,
    start: (upstream, port) => node("undici-alone.ts", upstream, port)
  },
  {
    name: "nginx",
    takes: passes,
    start: (upstream, port) => ({ command: ["nginx", "-c", temporary("nginx.conf", nginx(upstream, port))] }),
    absent: hasNginx ? undefined : "not installed"
  },
  {
    name: "isogloss",
    takes: () => true,
    start: (upstream, port) => ({
      command: [
        process.execPath,
        command,
        "serve",
        "--config",
        temporary("gateway.json", configuration(upstream, port))
      ]
    })
  },
  {
    ...peer("portkey"),
    takes: ({ from }) => from === "chat-completions",
    start: (_, port) => ({ command: [process.execPath, peerFile("portkey") ?? "", `--port=${port}`, "--headless"] }),
    head: (upstream, { to }) =>
      `x-portkey-provider: ${portkeyProviders[to]}\r\nx-portkey-custom-host: ${upstream}/v1\r\n`
  },
  {
    ...peer("llm-bridge"),
    takes: writtenByHand,
    start: (upstream, port) => node("translating.ts", upstream, port, { BRIDGE: peerFile("llm-bridge") })
  }
]
