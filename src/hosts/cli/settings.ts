import { randomBytes } from "node:crypto"
import { readFile as readFromDisk } from "node:fs/promises"
import type { Configuration } from "../../config/configuration.ts"
import { fromEnvironment } from "../../config/environment.ts"
import { port as wanted, type Problem, printProblem } from "../../config/validators.ts"
import type { Result } from "../../core/errors/invalid.ts"
import { CliError, type Terminal, adviceOn } from "./command.ts"
import * as Equal from "effect/Equal"
import { responsesIn, storePlaces, storesOf } from "./stores.ts"
import { revealSecret } from "../../credentials/credentials.ts"

/** What `isogloss serve` was asked. */
export interface ServeOptions {
  readonly config?: string | undefined
  readonly port?: string | undefined
}

/** The configuration of a run: its file or the environment, and the port that was given with the command. */
export const settingsOf = async ({ env }: Terminal, { config, port }: ServeOptions): Promise<Configuration> => {
  if (port !== undefined && !wanted.accepts(port)) throw new CliError(`\`--port\` must be ${wanted.expected}.`, 2)
  const read =
    config === undefined ? fromEnvironment(env, randomBytes(18).toString("base64url")) : await fileAt(config, env)
  const configuration = valueOf(read, config ?? "the environment")
  return port === undefined ? configuration : { ...configuration, port: Number(port) }
}

const valueOf = (read: Result<Configuration, readonly Problem[]>, where: string): Configuration => {
  if (read.ok) return read.value
  throw new CliError(
    `The configuration in ${where} is wrong:\n${read.error.map((it) => `  ${printProblem(it)}`).join("\n")}`,
    2
  )
}

/** Reads a file with what that takes, which a run without one never loads. */
const fileAt = async (file: string, env: Terminal["env"]): Promise<Result<Configuration, readonly Problem[]>> => {
  const text = await textOf(file)
  const { readFile } = await import("../../config/file.ts")
  return readFile(text, env)
}

const textOf = async (file: string): Promise<string> => {
  try {
    return await readFromDisk(file, "utf8")
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "unknown"
    throw new CliError(
      `The configuration file ${file} cannot be read (${code}). Name one that is there with \`--config\`.`,
      2
    )
  }
}

/** A gateway that runs, and what it was configured with. */
interface Reloading {
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
export const reloadOnSignal = ({ terminal, options, configuration, adopt }: Reloading): (() => void) => {
  let now = configuration
  const reload = async (): Promise<void> => {
    try {
      const next = await readAgain(terminal, options)
      await haveNewPlaces(now, next, terminal.env)
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

/** Sees to it that places of stores that are others than before can be used, though only the next start uses them. */
const haveNewPlaces = async (before: Configuration, after: Configuration, env: Terminal["env"]): Promise<void> => {
  const places = storePlaces(after, env)
  if (!isSame(storePlaces(before, env), places)) await storesOf(places, after)
  if (!isSame(before.responses, after.responses)) await responsesIn(after.responses)
}

const adopted = ({ keys, accounts, upstreams, routes }: Configuration) => ({ keys, accounts, upstreams, routes })

const readAgain = (terminal: Terminal, options: ServeOptions): Promise<Configuration> => {
  if (options.config !== undefined) return settingsOf(terminal, options)
  throw new CliError("There is no file to read again: this run was configured by its environment.", 2)
}

const lineOf = (before: Configuration, after: Configuration, { env }: Terminal): string => {
  const { now, later } = changesOf(before, after, env)
  const done =
    now.length === 0 ? "Reloaded: no key, account, upstream, model or limit changed." : `Reloaded: ${now.join(", ")}.`
  return later.length === 0 ? done : `${done} At the next start: ${later.join(", ")}.`
}

/** Why nothing was adopted; a defect is told as it is. */
const reasonOf = async (thrown: unknown): Promise<string> =>
  thrown instanceof CliError ? thrown.message : ((await adviceOn(thrown)) ?? String(thrown))

/** What differs between two configurations, in names and never in values. */
interface Changes {
  /** What takes effect while the gateway runs. */
  readonly now: readonly string[]
  /** What takes effect at the next start, by its keys in the file. */
  readonly later: readonly string[]
}

/** Whether two parts say the same; two secrets are the same where they hold the same text. */
const isSame = Equal.equals

/** Compares the configuration of a run with the one that its file has now. */
const changesOf = (before: Configuration, after: Configuration, env: Terminal["env"]): Changes => ({
  now: lists.flatMap((list) => difference(list, before, after)),
  later: fixedSettings(env)
    .filter(([, of]) => !isSame(of(before), of(after)))
    .map(([key]) => key)
})

/** A list of a configuration: what tells its entries apart, and what they are called. */
interface List {
  readonly key: string
  readonly entries: (of: Configuration) => readonly Entry[]
}

interface Entry {
  readonly id: string
  readonly name: string
  readonly entry: unknown
}

const lists: readonly List[] = [
  {
    key: "keys",
    entries: ({ keys }) => keys.map((entry) => ({ id: revealSecret(entry.key), name: entry.name, entry }))
  },
  {
    key: "accounts",
    entries: ({ accounts }) => accounts.map((entry) => ({ id: entry.username, name: entry.username, entry }))
  },
  {
    key: "upstreams",
    entries: ({ upstreams }) => upstreams.map((entry) => ({ id: entry.name, name: entry.name, entry }))
  },
  { key: "models", entries: ({ routes }) => routes.map((entry) => ({ id: entry.match, name: entry.match, entry })) },
  {
    key: "limits",
    entries: ({ limits }) =>
      Object.entries({ ...limits, logins: {} }).flatMap(([group, named]) =>
        Object.entries(named).map(([limit, entry]) => ({ id: `${group}.${limit}`, name: `${group}.${limit}`, entry }))
      )
  }
]

const difference = ({ key, entries }: List, before: Configuration, after: Configuration): readonly string[] => {
  const [was, is] = [entries(before), entries(after)]
  if (isSame(was, is)) return []
  const [old, young] = [new Map(was.map((it) => [it.id, it])), new Map(is.map((it) => [it.id, it]))]
  const lines = [
    ...changedNames(
      "new",
      is.filter(({ id }) => !old.has(id))
    ),
    ...changedNames(
      "gone",
      was.filter(({ id }) => !young.has(id))
    ),
    ...changedNames(
      "changed",
      is.filter(({ id, entry }) => old.has(id) && !isSame(old.get(id)?.entry, entry))
    )
  ]
  return [`${key} (${lines.length === 0 ? "in another order" : lines.join("; ")})`]
}

const changedNames = (what: string, entries: readonly Entry[]): readonly string[] =>
  entries.length === 0 ? [] : [`${what}: ${[...new Set(entries.map(({ name }) => name))].join(", ")}`]

/** What a gateway is built with once. */
const fixedSettings = (
  env: Terminal["env"]
): readonly (readonly [key: string, of: (it: Configuration) => unknown])[] => [
  ["listen", ({ host, port, proxies }) => [host, port, proxies]],
  ["tasks", (it) => storePlaces(it, env).tasks],
  ["media", (it) => [storePlaces(it, env).media, it.media]],
  ["responses", ({ responses }) => responses],
  ["publicUrl", ({ publicUrl }) => publicUrl],
  ["nodes", ({ nodes }) => nodes],
  ["accounts (the first, or the last of all)", ({ accounts }) => accounts.length === 0],
  ["loginSecret", ({ loginSecrets }) => loginSecrets],
  ["loginLife", ({ loginLife }) => loginLife],
  ["limits.logins", ({ limits }) => limits.logins],
  ["stop", ({ stop }) => stop],
  ["log", ({ log }) => log],
  ["open", ({ open }) => open],
  ["strict", ({ policies }) => policies.strict],
  ["unaryReasoning", ({ policies }) => policies.unaryReasoning],
  ["envelope", ({ policies }) => policies.envelope],
  ["wireNames", ({ policies }) => policies.names]
]
