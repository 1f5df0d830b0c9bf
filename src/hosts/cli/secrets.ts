import { inspect } from "node:util"
import * as Console from "effect/Console"
import * as Layer from "effect/Layer"
import type { Configuration } from "../../config/configuration.ts"
import { revealSecret, type Secret, Secrets } from "../../credentials/credentials.ts"
import { isPlaceholderKey, type SecretRedactor, redactorOf } from "../../core/secrets/redactor.ts"
import type { StorePlaces } from "./stores.ts"
import type { Terminal } from "./command.ts"

/** What takes every secret of a run out of texts: keys of vendors and clients, retired ones too, what is signed with, hashes and the password of a Redis. */
export const redactorFor = ({ tasks }: StorePlaces, ...configurations: readonly Configuration[]): SecretRedactor =>
  redactorOf([
    ...configurations.flatMap(({ upstreams }) => upstreams.flatMap(keysOf).filter((key) => !isPlaceholderKey(key))),
    ...configurations.flatMap(secretsOf).map(revealSecret),
    ...[tasks, ...configurations.flatMap(({ responses }) => responses?.store ?? [])].flatMap((place) =>
      place.kind === "redis" ? passwordsIn(revealSecret(place.url)) : []
    )
  ])

const keysOf = ({ key, retired = [] }: Configuration["upstreams"][number]): readonly string[] =>
  [key, ...retired].map(revealSecret)

const secretsOf = ({ keys, loginSecrets, accounts }: Configuration): readonly Secret[] => [
  ...keys.map(({ key }) => key),
  ...loginSecrets,
  ...accounts.map(({ hash }) => hash)
]

/** A redactor, and how another takes its place wherever it is used. */
export const exchangeableRedactor = (first: SecretRedactor) => {
  let now = first
  const redactor: SecretRedactor = {
    text: (text) => now.text(text),
    bytes: (bytes) => now.bytes(bytes),
    begin: (bytes) => now.begin(bytes)
  }
  return { redactor, become: (next: SecretRedactor): void => void (now = next) }
}

/** The password of a URL, as it stands there and as it is meant. */
const passwordsIn = (url: string): readonly string[] => {
  const { password } = new URL(url)
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    return [password]
  }
}

/** Takes the secrets out of answered errors, and out of all that is logged. */
export const withholdSecrets = (redactor: SecretRedactor): Layer.Layer<never> =>
  Layer.merge(Layer.succeed(Secrets)(redactor), Layer.succeed(Console.Console)(redactedConsole(redactor)))

const redactedConsole = (redactor: SecretRedactor): Console.Console => {
  const redacted =
    (level: "debug" | "error" | "info" | "log" | "trace" | "warn") =>
    (...values: readonly unknown[]): void =>
      console[level](...values.map((it) => redactor.text(textOf(it))))
  return {
    ...console,
    debug: redacted("debug"),
    error: redacted("error"),
    info: redacted("info"),
    log: redacted("log"),
    trace: redacted("trace"),
    warn: redacted("warn")
  }
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : inspect(value, { depth: 8, breakLength: Infinity })

/** A defect as it may be shown: node prints all texts that an error has. */
export const shownDefect = (redactor: SecretRedactor, thrown: unknown): unknown => {
  if (!(thrown instanceof Error)) return typeof thrown === "string" ? redactor.text(thrown) : thrown
  for (const name of Object.getOwnPropertyNames(thrown)) {
    const value: unknown = Reflect.get(thrown, name)
    if (typeof value === "string") Object.defineProperty(thrown, name, { value: redactor.text(value) })
  }
  if (thrown.cause !== undefined) thrown.cause = shownDefect(redactor, thrown.cause)
  return thrown
}

/** Takes secrets out of what ends the process before node prints it; what comes back undoes that. */
export const barePanics = (process: Pick<Terminal, "on" | "off">, redactor: SecretRedactor): (() => void) => {
  const bare = (thrown: unknown): void => void shownDefect(redactor, thrown)
  process.on("uncaughtExceptionMonitor", bare)
  return () => void process.off("uncaughtExceptionMonitor", bare)
}
