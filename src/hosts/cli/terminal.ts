/** What a command has of its process. */
export type Terminal = Pick<NodeJS.Process, "stdin" | "stdout" | "stderr" | "env" | "on" | "off">

/** Ends the command with a message for its caller and an exit code. */
export class CliError extends Error {
  readonly code: number

  constructor(message: string, code: number) {
    super(message)
    this.code = code
  }
}
