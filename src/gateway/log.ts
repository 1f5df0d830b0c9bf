import * as Cause from "effect/Cause"
import { format } from "effect/Formatter"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type { LogLevel } from "effect/LogLevel"
import { CurrentLogAnnotations } from "effect/References"

/** An entry of the log. None holds a key, nor what a request or an answer says. */
export interface LogEntry {
  readonly level: "fatal" | "error" | "warn" | "info" | "debug" | "trace"
  /** What happened; what else is known of it stands on lines of its own. */
  readonly message: string
  readonly at: Date
  /** What it is about, such as the id of a request, its model and its upstream. */
  readonly details: Readonly<Record<string, unknown>>
}

/** Takes entries of the log. What it throws or rejects with is lost. */
export type Log = (entry: LogEntry) => unknown

const levels: Readonly<Record<LogLevel, LogEntry["level"]>> = {
  All: "fatal",
  Fatal: "fatal",
  Error: "error",
  Warn: "warn",
  Info: "info",
  Debug: "debug",
  Trace: "trace",
  None: "trace"
}

/** A function in place of the console: `alone`, and `besides` what the Layers that are given log to. */
export const logLayers = (log: Log | undefined): Readonly<Record<"alone" | "besides", Layer.Layer<never>>> => {
  if (log === undefined) return { alone: Layer.empty, besides: Layer.empty }
  const logger = Logger.make<unknown, void>(({ message, cause, date, logLevel, fiber }) => {
    const details = fiber.getRef(CurrentLogAnnotations)
    const tell = async () => log({ level: levels[logLevel], message: said(message, cause), at: date, details })
    tell().catch(() => undefined)
  })
  return { alone: Logger.layer([logger]), besides: Logger.layer([logger], { mergeWithExisting: true }) }
}

const said = (message: unknown, cause: Cause.Cause<unknown>): string => {
  const lines = [message].flat().map((part) => (typeof part === "string" ? part : format(part)))
  return [...lines, ...(cause.reasons.length === 0 ? [] : [Cause.pretty(cause)])].join("\n")
}
