import { randomBytes } from "node:crypto"
import { readFile as readFromDisk } from "node:fs/promises"
import type { Configuration } from "../../config/configuration.ts"
import { fromEnvironment } from "../../config/environment.ts"
import { port as wanted, type Problem, printProblem } from "../../config/validators.ts"
import type { Result } from "../../core/errors/invalid.ts"
import { CliError, type Terminal } from "./command.ts"

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
