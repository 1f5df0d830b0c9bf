import type { Configuration } from "../../config/configuration.ts"
import { changesOf } from "./changes.ts"
import { adviceOn } from "./description.ts"
import { type ServeOptions, settingsOf } from "./settings.ts"
import { Stop, type Terminal } from "./terminal.ts"

/** A gateway that runs, and what it was configured with. */
export interface Reloading {
  readonly terminal: Terminal
  readonly options: ServeOptions
  readonly configuration: Configuration
  /** Takes callers, models and limits of another configuration; where that fails, nothing has changed. */
  readonly adopt: (next: Configuration) => Promise<void>
}

/**
 * Reads the file anew whenever SIGHUP comes: keys, accounts, upstreams, models and limits are exchanged, and what is under
 * way goes on with those that it began with. A file that is wrong changes nothing. What comes back stops that.
 */
export const reloads = ({ terminal, options, configuration, adopt }: Reloading): (() => void) => {
  let now = configuration
  const reload = async (): Promise<void> => {
    try {
      const next = await anew(terminal, options)
      await adopt(next)
      terminal.stdout.write(`${lineOf(now, next, terminal)}\n`)
      now = { ...now, ...adopted(next), limits: { ...next.limits, logins: now.limits.logins } }
    } catch (thrown) {
      terminal.stderr.write(`isogloss: ${await reasonOf(thrown)}\nNothing has changed.\n`)
    }
  }
  let last = Promise.resolve()
  const hear = (): void => void (last = last.then(reload))
  if (process.platform !== "win32") terminal.on("SIGHUP", hear)
  return () => terminal.off("SIGHUP", hear)
}

const adopted = ({ keys, accounts, upstreams, routes }: Configuration) => ({ keys, accounts, upstreams, routes })

const anew = (terminal: Terminal, options: ServeOptions): Promise<Configuration> => {
  if (options.config !== undefined) return settingsOf(terminal, options)
  throw new Stop("There is no file to read anew: this run was configured by its environment.", 2)
}

const lineOf = (before: Configuration, after: Configuration, { env }: Terminal): string => {
  const { now, later } = changesOf(before, after, env)
  const done =
    now.length === 0 ? "Reloaded: no key, account, upstream, model or limit changed." : `Reloaded: ${now.join(", ")}.`
  return later.length === 0 ? done : `${done} At the next start: ${later.join(", ")}.`
}

/** Why nothing was adopted; a defect is told as it is. */
const reasonOf = async (thrown: unknown): Promise<string> =>
  thrown instanceof Stop ? thrown.message : ((await adviceOn(thrown)) ?? String(thrown))
