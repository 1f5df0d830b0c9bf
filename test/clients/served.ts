import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { listen } from "../../src/sandbox/listen.ts"
import { make } from "../../src/sandbox.ts"
import { firstCommand, isogloss } from "../cli/process.ts"
import { fileOf } from "../cli/started.ts"
import { clientKey, type Served, upstreamKey } from "../sdk/gateway.ts"
import { ledgerOf } from "../sdk/ledger.ts"

const upstreamsAt = (url: string) => ({
  openai: { family: "openai", url: `${url}/v1`, key: upstreamKey },
  claude: { family: "claude", url, key: upstreamKey },
  gemini: { family: "gemini", url, key: upstreamKey },
  deepseek: { family: "deepseek", url: `${url}/deepseek/v1`, key: upstreamKey },
  gptimage: { family: "gptimage", url: `${url}/v1`, key: upstreamKey }
})

/** Says which upstream serves an id, and how it is called there. */
export interface RouteLine {
  readonly match: string
  readonly upstream: keyof ReturnType<typeof upstreamsAt>
  readonly model?: string
  readonly like?: string
}

/** Routes to the models that answer slowly. */
const slow = Object.entries({
  "gpt-4o": "openai",
  "claude-sonnet-4-5": "claude",
  "gemini-2.5-flash": "gemini",
  "gemini-3-pro-preview": "gemini"
}).map(([like, upstream]) => ({ match: `${like}-slow`, upstream, like }))

/** Starts `isogloss serve` as its operator does, in front of the vendors of the sandbox, on a socket each. */
export const serveCommand = async (routes: readonly RouteLine[] = []): Promise<Served> => {
  const sandbox = make({ pace: 0, key: upstreamKey, now: () => 1_790_000_000_000 })
  const { fetch, calls } = ledgerOf(sandbox.fetch)
  const vendors = await listen({ ...sandbox, fetch })
  const upstreams = upstreamsAt(vendors.url)
  const folder = mkdtempSync(join(tmpdir(), "isogloss-clients-"))
  const keys = [{ key: clientKey, name: "clients" }]
  const configuration = { listen: { port: 0 }, keys, upstreams, models: [...routes, ...slow], tasks: "memory" }
  const started = isogloss(["serve", "--config", fileOf(configuration, join(folder, "isogloss.json"))])
  const close = async () => {
    started.child.kill("SIGTERM")
    await started.ended
    await vendors.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const said = await started.saying(firstCommand)
    return { url: /http:\/\/\S+/.exec(said)?.[0] ?? "", calls, close }
  } catch (error) {
    await close()
    throw error
  }
}
