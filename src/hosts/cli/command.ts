import { readFile } from "node:fs/promises"

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

/** All of the standard input, which gives bytes until it is told an encoding. */
export const inputText = async ({ stdin }: Pick<Terminal, "stdin">): Promise<string> => {
  const pieces: Uint8Array[] = []
  const bytes: AsyncIterable<Uint8Array> = stdin
  for await (const piece of bytes) pieces.push(piece)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(pieces))
  } catch {
    throw new CliError("The input is not UTF-8.", 1)
  }
}

/** What this package says of itself. */
interface PackageDescription {
  readonly version: string
  /** The packages that it needs or can use, each with its versions. */
  readonly packages: ReadonlyMap<string, string>
}

/** Reads this package's own description. */
export const packageDescription = async (): Promise<PackageDescription> => {
  const stated: unknown = JSON.parse(await readFile(new URL("../../../package.json", import.meta.url), "utf8"))
  const { version } = recordOf(stated)
  const packages = ["dependencies", "peerDependencies"].flatMap((key) =>
    Object.entries(recordOf(recordOf(stated)[key]))
  )
  return {
    version: typeof version === "string" ? version : "unknown",
    packages: new Map(packages.map(([name, at]) => [name, String(at)]))
  }
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {}

const codes: ReadonlySet<unknown> = new Set(["ERR_MODULE_NOT_FOUND", "ERR_PACKAGE_PATH_NOT_EXPORTED"])

/** What to do about an import that failed because its package is not there, or is another version; else undefined. */
export const adviceOn = async (thrown: unknown): Promise<string | undefined> => {
  if (!(thrown instanceof Error) || !("code" in thrown) || !codes.has(thrown.code)) return undefined
  const [, missing, broken] = /package '([^']+)'|node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(thrown.message) ?? []
  const name = missing ?? broken ?? ""
  const range = (await packageDescription()).packages.get(name)
  if (range === undefined) return undefined
  const newest = range.split(" || ").at(-1)
  return `The package \`${name}\` is ${missing === undefined ? "not of the right version" : "not installed"}. Run \`npm install "${name}@${newest}"\`.`
}
