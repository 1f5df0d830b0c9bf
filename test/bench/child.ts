import { fork } from "node:child_process"
import { fileURLToPath } from "node:url"

/** A question to another process of the bench, and its answer; both are plain data. */
interface Question {
  readonly id: number
  readonly ask: string
  /** Typed by who asks, through {@link Child}; nobody else can read it. */
  readonly about: never
}

type Answer = { readonly id: number; readonly value: never } | { readonly id: number; readonly failed: string }

/** A process of the bench, asked over IPC. `Answers` says what it can be asked and what it answers. */
export interface Child<Answers extends Record<keyof Answers, (about: never) => unknown>> {
  readonly ask: <Key extends keyof Answers & string>(
    ask: Key,
    ...about: Parameters<Answers[Key]>
  ) => Promise<Awaited<ReturnType<Answers[Key]>>>
  readonly stop: () => void
}

/** Starts a file of this folder as a process of its own, with flags of Node's, `under` another command. Its {@link answer} call names what it answers. */
export const launch = <Answers extends Record<keyof Answers, (about: never) => unknown>>(
  file: string,
  args: readonly string[] = [],
  flags: readonly string[] = [],
  under: readonly string[] = []
): Child<Answers> => {
  const [execPath, ...before] = [...under, process.execPath]
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    execPath,
    execArgv: [...before, "--expose-gc", "--no-warnings", ...flags],
    env: { ...process.env, NODE_ENV: "production" }
  })
  const waiting = new Map<
    number,
    { readonly resolve: (value: never) => void; readonly reject: (error: Error) => void }
  >()
  child.on("message", (message: Answer) => {
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if ("failed" in message) asked?.reject(new Error(`${file} ${args.join(" ")}: ${message.failed}`))
    else asked?.resolve(message.value)
  })
  child.on("exit", (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ${args.join(" ")} ended with ${code}`))
  })
  let id = 0
  return {
    ask: (ask, ...about) =>
      new Promise((resolve, reject) => {
        waiting.set(++id, { resolve, reject })
        child.send({ id, ask, about: about[0] })
      }),
    stop: () => child.kill()
  }
}

/** In such a process: answers what is asked, in the order of asking. */
export const answer = <Answers extends Record<keyof Answers, (about: never) => unknown>>(answers: Answers): void => {
  const table = new Map<string, (about: never) => unknown>(Object.entries(answers))
  const reply = async ({ id, ask, about }: Question): Promise<void> => {
    try {
      process.send?.({ id, value: await table.get(ask)?.(about) })
    } catch (error) {
      process.send?.({ id, failed: String(error) })
    }
  }
  process.on("message", (question: Question) => void reply(question))
  process.on("disconnect", () => process.exit(0))
}
