import { createServer, type Server } from "node:http"
import { flushCompileCache } from "node:module"
import * as Effect from "effect/Effect"
import * as Records from "effect/Record"
import type { Configuration, StopSettings } from "../../config/configuration.ts"
import { revealSecret } from "../../credentials/credentials.ts"
import type { Answer } from "../../exchange/answer.ts"
import type { RunningGateway, RequestSupervisor } from "../../gateway/gateway.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { attach } from "../node.ts"
import { serverOptions, setClocks, setMost } from "../node-server.ts"
import { isEverywhere, bannerText, type AnnouncedModel } from "./banner.ts"
import { composeGateway } from "./compose.ts"
import { shownDefect, barePanics, redactorFor } from "./secrets.ts"
import { rehearse } from "./rehearse.ts"
import { reloadOnSignal, type ServeOptions } from "./settings.ts"
import { type StorePlaces, storePlaces, shownOf } from "./stores.ts"
import { CliError, type Terminal } from "./command.ts"
// oxlint-disable-next-line no-restricted-imports -- nothing is opened: it is what closes
import { Server as NetServer } from "node:net"
import { constants } from "node:os"
import { setImmediate as nextTurn } from "node:timers/promises"

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

/** What is to stop, and how. */
interface Stopping {
  readonly server: Server
  readonly gateway: RunningGateway
  readonly settings: StopSettings
  readonly signals: Signals
  /** Tells a step in a line. */
  readonly tell: (line: string) => void
}

/** How long the last bytes of answers may take to go out, in milliseconds. */
const flushTimeout = 2000

/**
 * Stops in order, once the first signal came: is not ready while it serves as before, so that whoever balances the load
 * looks elsewhere; listens no more; lets what is under way finish. SIGINT comes from somebody at a keyboard, whom nobody
 * waits for. A second signal tells open answers that the gateway stops, a third cuts them. The exit code: 0, or what the
 * system gives for the signal that cut.
 */
const stopInOrder = async ({ server, gateway, settings, signals, tell }: Stopping): Promise<number> => {
  const { ready, grace } = settings
  const supervisor = await gateway.supervisor
  const hurried = Effect.promise(() => signals.second)
  gateway.drain()
  if ((await signals.first) === "SIGTERM" && ready > 0) {
    tell(`Stopping: /readyz answers 503, and requests are taken for ${ready} s more.`)
    await Effect.runPromise(Effect.raceFirst(Effect.sleep(ready * 1000), hurried))
  }
  const closed = stopListening(server)
  tell(`Stopping: nothing is listened to any more${graceText(supervisor.underWay, grace)}.`)
  await Effect.runPromise(Effect.raceFirst(untilIdle(supervisor, grace * 1000), hurried))
  const code = cutAt(signals.third, server)
  if (supervisor.underWay > 0) tell(`Stopping: ${supervisor.underWay} under way are told so.`)
  await gateway.dispose({ grace: 0 })
  await lastBytesOut(server, closed)
  return code()
}

/** How long what is under way may go on, in seconds; nothing where nothing is. */
const graceText = (underWay: number, grace: number): string =>
  underWay === 0 ? "" : `, ${underWay} under way may go on for ${grace} s, or until a second signal`

/**
 * Listens no more; done once the last connection has ended. `node:http` would also close what is idle, on which a
 * request may be on its way: whoever sends one more on such a connection is served, and told that it was the last.
 */
const stopListening = (server: Server): Promise<void> =>
  new Promise((resolve) => void NetServer.prototype.close.call(server, () => resolve()))

/** Waits until nothing is under way, nor has come meanwhile: what a socket has received is read in the next turn. */
const untilIdle = (supervisor: RequestSupervisor, most: number): Effect.Effect<unknown> =>
  Effect.andThen(
    supervisor.awaitIdle(most),
    Effect.promise(() => nextTurn())
  ).pipe(Effect.repeat({ until: () => supervisor.underWay === 0 }), Effect.timeoutOption(most))

/** Cuts all connections at a signal, at once; what comes back gives the exit code. */
const cutAt = (signal: Promise<Signal>, server: Server): (() => number) => {
  let code = 0
  void signal.then((name) => {
    code = 128 + constants.signals[name]
    server.closeAllConnections()
  })
  return () => code
}

/** Waits until the last bytes have gone out, which connections that are idle do not hold up. */
const lastBytesOut = async (server: Server, closed: Promise<void>): Promise<void> => {
  const sweep = setInterval(() => server.closeIdleConnections(), 100)
  const timer = setTimeout(() => server.closeAllConnections(), flushTimeout)
  await closed
  clearTimeout(timer)
  clearInterval(sweep)
}

/** The signals that ask to stop. */
const names = ["SIGTERM", "SIGINT"] as const

/** Those that ask for nothing. */
const meaningless = ["SIGUSR1", "SIGUSR2"] as const

/** A signal that asks to stop. */
type Signal = (typeof names)[number]

/** The first three signals to stop, each once it comes. */
interface Signals {
  readonly first: Promise<Signal>
  readonly second: Promise<Signal>
  readonly third: Promise<Signal>
  /** Leaves signals to the system again. */
  readonly off: () => void
}

/**
 * Hears signals to stop, in place of the system, and ignores those that mean nothing here: SIGUSR1, at which node would let
 * others inspect it, and SIGUSR2, at which the system would end it.
 */
const signalsTo = (terminal: Terminal): Signals => {
  const waiting: ((signal: Signal) => void)[] = []
  const next = (): Promise<Signal> => new Promise((resolve) => void waiting.push(resolve))
  const [first, second, third] = [next(), next(), next()]
  const hear = (signal: Signal): void => waiting.shift()?.(signal)
  for (const name of names) terminal.on(name, hear)
  for (const name of meaningless) terminal.on(name, ignored)
  const off = (): void => {
    for (const name of names) terminal.off(name, hear)
    for (const name of meaningless) terminal.off(name, ignored)
  }
  return { first, second, third, off }
}

const ignored = (): void => undefined
