import * as Formats from "../../formats.ts"
import {
  type Format,
  type Note,
  type RequestOptions,
  translateError,
  translateRequest,
  translateResponse,
  translateStream
} from "../../translate.ts"
import { CliError, inputText, type Terminal } from "./command.ts"

/** What `isogloss translate` was asked. */
export interface TranslateOptions {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly model?: string | undefined
  readonly stream?: boolean | undefined
  readonly response?: boolean | undefined
  readonly strict?: boolean | undefined
}

const formats: ReadonlyMap<string, Format> = new Map<string, Format>(
  [Formats.chatCompletions, Formats.messages, Formats.generateContent, Formats.responses].map((it) => [it.id, it])
)

/**
 * Translates what stands on the standard input: a request body, a streamed answer, or a whole answer. The exit code is
 * 1 where there is no translation, or a stream ends in an error; the standard output holds it in the client's format.
 */
export const translateCommand = async (terminal: Terminal, options: TranslateOptions): Promise<number> => {
  const from = formatOf("from", options.from)
  const to = formatOf("to", options.to)
  if (options.stream === true && options.response === true) {
    throw new CliError("`--stream` and `--response` exclude each other. Give one of them.", 2)
  }
  if (options.stream === true) return stream(terminal, from, to)
  const body = await inputText(terminal)
  return options.response === true ? response(terminal, from, to, body) : request(terminal, from, to, body, options)
}

const formatOf = (option: string, id: string | undefined): Format => {
  const format = id === undefined ? undefined : formats.get(id)
  if (format !== undefined) return format
  const known = [...formats.keys()].join(", ").replace(/, (?=[^,]*$)/, " or ")
  throw new CliError(
    id === undefined ? `\`--${option}\` is missing: ${known}.` : `\`--${option}\` must be ${known}.`,
    2
  )
}

const request = (
  terminal: Terminal,
  from: Format,
  to: Format,
  body: string,
  { model, strict }: TranslateOptions
): number => {
  const options: RequestOptions = {
    from,
    to,
    strict: strict === true,
    ...(model === undefined ? {} : { target: { model } })
  }
  const there = translateRequest(options, body)
  if (!there.ok) {
    if ("notes" in there.error) tell(terminal, there.error.notes)
    terminal.stdout.write(`${translateError({ from: to, to: from }, there.error).body}\n`)
    return 1
  }
  tell(terminal, there.value.notes)
  for (const { path, url } of there.value.needs) terminal.stderr.write(`needs ${path}: the bytes of ${url}\n`)
  terminal.stdout.write(`${there.value.body}\n`)
  return 0
}

const response = (terminal: Terminal, from: Format, to: Format, body: string): number => {
  const back = translateResponse({ from, to }, body)
  if (!back.ok) {
    terminal.stdout.write(`${translateError({ from, to }, back.error).body}\n`)
    return 1
  }
  tell(terminal, back.value.notes)
  terminal.stdout.write(`${back.value.body}\n`)
  return 0
}

const stream = async (terminal: Terminal, from: Format, to: Format): Promise<number> => {
  const machine = translateStream({ from, to })
  let gone = false
  terminal.stdout.once("error", () => {
    gone = true
  })
  const bytes: AsyncIterable<Uint8Array> = terminal.stdin
  for await (const piece of bytes) {
    if (gone) return 0
    terminal.stdout.write(machine.push(piece))
    tell(terminal, machine.notes())
  }
  terminal.stdout.write(machine.end())
  tell(terminal, machine.notes())
  const failure = machine.failure()
  if (failure === undefined) return 0
  terminal.stderr.write(`isogloss: ${failure.message}\n`)
  return 1
}

const tell = ({ stderr }: Terminal, notes: readonly Note[]): void => {
  for (const { kind, path, rule, severity, detail } of notes) {
    stderr.write(`${kind} ${path === "" ? "/" : path}: ${detail} (${rule}, ${severity})\n`)
  }
}
