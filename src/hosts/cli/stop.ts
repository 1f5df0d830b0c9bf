import * as Effect from "effect/Effect"
import type { Server } from "node:http"
// oxlint-disable-next-line no-restricted-imports -- nothing is opened: it is what closes
import { Server as NetServer } from "node:net"
import { constants } from "node:os"
import { setImmediate as nextTurn } from "node:timers/promises"
import type { StopSettings } from "../../config/configuration.ts"
import type { RunningGateway } from "../../gateway/gateway.ts"
import type { RequestSupervisor } from "../../gateway/supervisor.ts"
import type { Terminal } from "./terminal.ts"

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
export const stopInOrder = async ({ server, gateway, settings, signals, tell }: Stopping): Promise<number> => {
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
export const signalsTo = (terminal: Terminal): Signals => {
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
