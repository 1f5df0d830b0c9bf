import { createServer, type Server } from "node:http"
import { flushCompileCache } from "node:module"
import * as Effect from "effect/Effect"
import * as Records from "effect/Record"
import type { Configuration } from "../../config/configuration.ts"
import { revealSecret } from "../../credentials/credentials.ts"
import type { Answer } from "../../exchange/answer.ts"
import type { RunningGateway } from "../../gateway/gateway.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { attach } from "../node.ts"
import { serverOptions, setClocks, setMost } from "../node-limits.ts"
import { isEverywhere, bannerText } from "./banner.ts"
import type { AnnouncedModel } from "./commands.ts"
import { composeGateway } from "./compose.ts"
import { shownDefect, barePanics, redactorFor } from "./secrets.ts"
import { rehearse } from "./rehearse.ts"
import { reloadOnSignal } from "./reload.ts"
import type { ServeOptions } from "./settings.ts"
import { signalsTo, stopInOrder } from "./stop.ts"
import { type StorePlaces, storePlaces, shownOf } from "./stores.ts"
import { CliError, type Terminal } from "./terminal.ts"

/** Serves until it is told to stop. Nothing listens before all is built. The exit code is that of {@link stopInOrder}. */
export const serveCommand = async (
  terminal: Terminal,
  configuration: Configuration,
  options: ServeOptions
): Promise<number> => {
  const places = storePlaces(configuration, terminal.env)
  try {
    return await serveIn(places, terminal, configuration, options)
  } catch (thrown) {
    throw shownDefect(redactorFor(places, configuration), thrown)
  }
}

const serveIn = async (
  places: StorePlaces,
  terminal: Terminal,
  configuration: Configuration,
  options: ServeOptions
): Promise<number> => {
  const gateway = await composeGateway(configuration, places)
  const unguarded = barePanics(terminal, gateway.redactor)
  await gateway.ready.catch((thrown: unknown) => unbuilt(thrown, places))
  const { server, become } = serverOf(configuration, gateway)
  const signals = signalsTo(terminal)
  const adopt = async (next: Configuration): Promise<void> => {
    await gateway.adopt(next)
    become(next)
  }
  const reloading = reloadOnSignal({ terminal, options, configuration, adopt })
  const tell = (line: string): void => void terminal.stdout.write(`${line}\n`)
  try {
    await rehearse()
    const url = await listen(server, configuration)
    terminal.stdout.write(bannerText(url, configuration, places, await listOf(gateway, configuration)))
    // who is ended by force writes nothing
    flushCompileCache()
    await signals.first
    return await stopInOrder({ server, gateway, settings: configuration.stop, signals, tell })
  } finally {
    signals.off()
    reloading()
    unguarded()
    await gateway.dispose()
  }
}

/** The server of a gateway, and how it takes the limits of another configuration. */
const serverOf = (configuration: Configuration, gateway: RunningGateway) => {
  const { proxies, limits } = configuration
  const connections = { ...limits.connections }
  const clocks = clocksOf(configuration)
  const options = { proxies, connections, ...bodyClocksOf(clocks) }
  const server = createServer(serverOptions(clocks))
  attach(server, gateway, options)
  const become = (next: Configuration): void => {
    Object.assign(connections, next.limits.connections)
    Object.assign(options, bodyClocksOf(clocksOf(next)))
    setMost(server, connections)
    setClocks(server, clocksOf(next))
  }
  return { server, become }
}

/** Clocks in milliseconds. */
const clocksOf = ({ limits: { clocks } }: Configuration) => Records.map(clocks, (seconds) => seconds * 1000)

const bodyClocksOf = ({ body, stall }: ReturnType<typeof clocksOf>) => ({ body, stalled: stall })

/** Nothing that is built fails but what must be reached: the tasks. */
const unbuilt = (thrown: unknown, { tasks }: StorePlaces): never => {
  if (!(thrown instanceof GatewayError)) throw thrown
  throw new CliError(`The tasks in ${shownOf(tasks)} cannot be reached: nothing is served without them.`, 2)
}

const listen = (server: Server, { host, port }: Configuration): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once("error", (error) => reject(new CliError(whyNot(error, host, port), 2)))
    server.listen(port, host, () => resolve(urlOf(server.address(), host)))
  })

const whyNot = (error: Error, host: string, port: number): string => {
  switch ("code" in error ? error.code : undefined) {
    case "EADDRINUSE":
      return `Port ${port} of ${host} is in use. Choose another with \`--port\`, or stop what listens there.`
    case "EACCES":
      return `Port ${port} may not be used by this user. Choose one above 1023 with \`--port\`.`
    default:
      return `${host} port ${port} cannot be listened on: ${error.message}. See \`listen\` in the configuration.`
  }
}

const urlOf = (address: ReturnType<Server["address"]>, host: string): string => {
  const port = typeof address === "object" && address !== null ? address.port : 0
  const name = isEverywhere(host) ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** The models that the gateway lists for its first key. A `Request` would make node load a client of HTTP of its own. */
const listOf = async (gateway: RunningGateway, { keys }: Configuration): Promise<readonly AnnouncedModel[]> => {
  const headers = { authorization: `Bearer ${revealSecret(keys[0]?.key ?? "")}` }
  const supervisor = await gateway.supervisor
  const answer = await new Promise<Answer["body"]>((resolve, reject) => {
    supervisor.accept(
      { method: "GET", target: "/v1/models", headers, readBody: () => Effect.never },
      { deliver: ({ body }) => Effect.sync(() => resolve(body)), onAborted: reject }
    )
  })
  const body: unknown = typeof answer === "string" ? JSON.parse(answer) : undefined
  if (typeof body !== "object" || body === null || !("data" in body) || !Array.isArray(body.data)) return []
  return body.data.filter(isListed)
}

const isListed = (model: unknown): model is AnnouncedModel =>
  typeof model === "object" && model !== null && "id" in model && typeof model.id === "string" && "owned_by" in model
