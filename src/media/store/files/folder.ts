import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises"
import { join } from "node:path"
import { newRef, readRef, type Said } from "../ref.ts"

/** Ends the names of media that are on their way in. */
const unfinished = ".part"

/** How long nothing is written to a medium on its way in before it counts as left behind, in milliseconds. */
const patience = 120_000

/** The most that one sweep removes. */
const mostSwept = 1000

/** A medium on its way in. */
export interface Draft {
  readonly path: string
  readonly file: FileHandle
}

/** A folder of media: a file each, whose name is its reference. A file is there under its name once it is whole. */
export class Folder {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** Where the medium of a reference lies. */
  at(ref: string): string {
    return join(this.#path, ref)
  }

  /** Makes the folder where it is not there; its own folder must be. */
  async make(): Promise<void> {
    await mkdir(this.#path, { mode: 0o700 }).catch((why: unknown) => {
      if (codeOf(why) !== "EEXIST") throw why
    })
  }

  async begin(): Promise<Draft> {
    await this.make()
    const path = this.at(`${crypto.randomUUID()}${unfinished}`)
    return { path, file: await open(path, "wx", 0o600) }
  }

  /** Makes a draft a medium, so that not even a loss of power takes it back; its reference. */
  async finish({ path, file }: Draft, said: Omit<Said, "tag">): Promise<string> {
    await file.sync()
    const ref = newRef(said)
    await rename(path, this.at(ref))
    if (canSyncFolders) await synced(this.#path)
    return ref
  }

  /** Closes a draft, and removes it where it became no medium. */
  async leave({ path, file }: Draft): Promise<void> {
    try {
      await file.close()
    } finally {
      await rm(path, { force: true })
    }
  }

  /** Whether a reference's medium lies here; rejects where the folder itself does not. */
  async has(ref: string): Promise<boolean> {
    try {
      return (await stat(this.at(ref))).isFile()
    } catch (why) {
      if (codeOf(why) !== "ENOENT") throw why
      await stat(this.#path)
      return false
    }
  }

  /** Removes media whose time is over and drafts that were left behind; how many bytes the other media have. */
  async sweep(now: number): Promise<number> {
    let [left, kept] = [mostSwept, 0]
    for (const name of await readdir(this.#path)) {
      const said = readRef(name)
      const isOver = said === undefined ? await this.#isLeft(name, now) : said.until <= now
      if (isOver && left > 0) {
        left--
        await rm(this.at(name), { force: true })
      } else kept += said?.size ?? 0
    }
    return kept
  }

  async #isLeft(name: string, now: number): Promise<boolean> {
    if (!name.endsWith(unfinished)) return false
    const found = await stat(this.at(name)).catch(() => undefined)
    return found !== undefined && found.mtimeMs < now - patience
  }
}

/** Whether a folder can be opened; elsewhere its names are as safe as the system makes them. */
const canSyncFolders = process.platform !== "win32"

const synced = async (path: string): Promise<void> => {
  const folder = await open(path, "r")
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** What the system calls an error. */
export const codeOf = (why: unknown): unknown =>
  typeof why === "object" && why !== null && "code" in why ? why.code : undefined
