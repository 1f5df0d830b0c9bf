import { parseArgs } from "node:util"
import { CliError, type Terminal, adviceOn, inputText, packageDescription } from "./command.ts"

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
      return tellHash(terminal)
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

/** Prints the hash of the password that stands on the standard input; a line's end after it is not part of it. */
const tellHash = async (terminal: Terminal): Promise<number> => {
  const { hashPassword } = await import("../../lab.ts")
  const password = (await inputText(terminal)).replace(/\r?\n$/, "")
  if (password === "") throw new CliError("There is no password on the standard input.", 1)
  terminal.stdout.write(`${await hashPassword(password)}\n`)
  return 0
}

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

/** What the command does, and what it reads. The families are loaded for that alone: a command that goes well needs none. */
const help = async (): Promise<string> => {
  const { listings } = await import("../../config/known-families.ts")
  const families = listings.flatMap(({ family, environment }) =>
    environment === undefined ? [] : [`        ${family.padEnd(12)}${environment.key}, ${environment.url}`]
  )
  return `isogloss: one HTTP/JSON interface in front of many model families.

  isogloss serve [--config FILE] [--port N]
      Serves the gateway. Without a file, the key of its vendor switches a family on; a base URL says where
      its API is, if elsewhere:

${families.join("\n")}

      ISOGLOSS_KEYS lists client keys between commas; with vendors and client keys all addresses are
      listened on, else 127.0.0.1 alone. PORT is the port (8787).
      Without a vendor it serves a sandbox, with the key "sandbox" where there are no client keys.

      ISOGLOSS_TASKS says where tasks of videos are kept: memory, file:PATH, or a redis:// URL. Without it, in
      a file of this user's where some vendor makes videos. ISOGLOSS_MEDIA is the folder of finished videos.
      ISOGLOSS_PUBLIC_URL and ISOGLOSS_LOGIN_SECRET give links to them in place of data: URLs.

  isogloss translate --from FORMAT --to FORMAT [--stream | --response] [--model ID] [--strict] < in > out
      Translates a request, a streamed answer or a whole answer. Notes go to stderr.
      Formats: chat-completions, messages, generate-content, responses.

  isogloss hash-password < password
      Prints the Argon2id hash of a password, for an account of the lab.

  isogloss --version
`
}
