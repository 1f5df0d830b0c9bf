import { hashPassword } from "../../lab.ts"
import { CliError, type Terminal } from "./command.ts"

/** Prints the hash of the password that stands on the standard input; a line's end after it is not part of it. */
export const hashPasswordCommand = async ({ stdin, stdout }: Pick<Terminal, "stdin" | "stdout">): Promise<number> => {
  const pieces: Uint8Array[] = []
  const bytes: AsyncIterable<Uint8Array> = stdin
  for await (const piece of bytes) pieces.push(piece)
  const password = textOf(Buffer.concat(pieces)).replace(/\r?\n$/, "")
  if (password === "") throw new CliError("There is no password on the standard input.", 1)
  stdout.write(`${await hashPassword(password)}\n`)
  return 0
}

const textOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    throw new CliError("The input is not UTF-8.", 1)
  }
}
