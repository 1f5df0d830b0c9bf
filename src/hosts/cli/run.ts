import { parseArgs } from "node:util"
import { CliError, type Terminal, adviceOn, packageDescription } from "./command.ts"

/** Runs the command with these arguments; the exit code: 0, 1 for bad input, 2 for a wrong call or configuration. */
export const runCommand = async (args: readonly string[], terminal: Terminal): Promise<number> => {
  terminal.stdout.on("error", ignoreClosed)
  try {
    return await command(args, terminal)
  } catch (thrown) {
    const { message, code } = thrown instanceof CliError ? thrown : await wanting(thrown)
    terminal.stderr.write(`isogloss: ${message}\n`)
    return code
  }
}

/** What to say where a package is missing; any other error is a defect. */
const wanting = async (thrown: unknown): Promise<CliError> => {
  const advice = await adviceOn(thrown)
  if (advice === undefined) throw thrown
  return new CliError(advice, 2)
}

/** Whoever read the output may leave before its end: that is no failure. */
const ignoreClosed = (error: Error): void => {
  if (!("code" in error) || error.code !== "EPIPE") throw error
}

const command = async ([name, ...rest]: readonly string[], terminal: Terminal): Promise<number> => {
  if (rest.includes("--help") || rest.includes("-h")) return tellHelp(terminal)
  switch (name) {
    case "serve": {
      const { config, port } = options(rest, { config: { type: "string" }, port: { type: "string" } })
      const { settingsOf } = await import("./settings.ts")
      const configuration = await settingsOf(terminal, { config, port })
      const { serveCommand: serve } = await import("./serve.ts")
      return serve(terminal, configuration, { config, port })
    }
    case "translate": {
      const wanted = options(rest, {
        from: { type: "string" },
        to: { type: "string" },
        model: { type: "string" },
        stream: { type: "boolean" },
        response: { type: "boolean" },
        strict: { type: "boolean" }
      })
      const { translateCommand: translate } = await import("./translate.ts")
      return translate(terminal, wanted)
    }
    case "hash-password": {
      options(rest, {})
      const { hashPasswordCommand: hash } = await import("./hash-password.ts")
      return hash(terminal)
    }
    case "--version":
    case "-v":
      return tellVersion(terminal)
    case "--help":
    case "-h":
    case "help":
      return tellHelp(terminal)
    case undefined:
      throw new CliError(`No command was given.\n\n${await help()}`, 2)
    default:
      throw new CliError(`There is no command \`${name}\`.\n\n${await help()}`, 2)
  }
}

/** The help, which knows all families: a command that goes well never loads it. */
const help = async (): Promise<string> => (await import("./help.ts")).helpText

const tellHelp = async ({ stdout }: Terminal): Promise<number> => {
  stdout.write(await help())
  return 0
}

const tellVersion = async ({ stdout }: Terminal): Promise<number> => {
  stdout.write(`${(await packageDescription()).version}\n`)
  return 0
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>

const options = <const O extends Options>(args: readonly string[], known: O) => {
  try {
    return parseArgs({ args: [...args], options: known, strict: true, allowPositionals: false }).values
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message.split(". ", 1)[0] : String(thrown)
    const names = Object.keys(known).map((name) => `--${name}`)
    const taken = names.length === 0 ? "It takes no options" : `Options are ${names.join(", ")}`
    throw new CliError(`${message}. ${taken}.`, 2)
  }
}
