import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import type { Subject } from "./subject.ts"

const program = fileURLToPath(import.meta.resolve("bun/bin/bun.exe"))
const script = fileURLToPath(new URL("./serve-bun.ts", import.meta.url))

/** The real Bun, in a process of its own. */
export const bun: Subject = {
  name: "Bun",
  open: async (upstream) => {
    const child = spawn(program, [script, upstream], { stdio: ["ignore", "pipe", "inherit"] })
    const ended = once(child, "close")
    const [said] = await Promise.race([once(child.stdout, "data"), ended.then(() => ["nothing"])])
    const url = String(said).trim()
    if (!URL.canParse(url)) throw new Error(`Bun did not start; it said ${url}.`)
    const close = async (): Promise<void> => {
      child.kill()
      await ended
    }
    return { url, close }
  }
}
