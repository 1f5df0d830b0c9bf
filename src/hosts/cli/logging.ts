import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import type { LogSettings } from "../../config/configuration.ts"

const loggers = { text: Logger.defaultLogger, json: Logger.consoleJson } as const

const levels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error", none: "None" } as const

/** What is logged, each entry on one line, as a configuration has it. */
export const loggingAs = ({ level, form }: LogSettings): Layer.Layer<never> =>
  Layer.merge(Logger.layer([loggers[form]]), Layer.succeed(References.MinimumLogLevel)(levels[level]))
