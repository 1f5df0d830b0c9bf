import { constants } from "node:fs"
import { access, mkdir, open, stat } from "node:fs/promises"
import { homedir } from "node:os"
import { dirname, isAbsolute, join } from "node:path"
import * as Layer from "effect/Layer"
import type { Configuration, MediaSettings, ResponseSettings } from "../../config/configuration.ts"
import { systemCode } from "../../core/errors/error.ts"
import { revealSecret } from "../../credentials/credentials.ts"
import { makesTasks } from "../../config/known-families.ts"
import { responsePlace, type TaskStorePlace, taskPlace } from "../../config/validators.ts"
import { layerMemory as responsesInMemory } from "../../history/memory.ts"
import type { ResponseStore } from "../../history/store.ts"
import { layerFiles } from "../../media/store/files.ts"
import { type MediaStore, layerMemory as mediaInMemory } from "../../media/store/store.ts"
import { layerMemory as tasksInMemory } from "../../tasks/memory.ts"
import type { TaskStore } from "../../tasks/store.ts"
import { CliError, type Terminal } from "./command.ts"

/** Where a run keeps tasks and what they made. */
export interface StorePlaces {
  readonly tasks: TaskStorePlace
  /** A folder; undefined: memory. */
  readonly media: string | undefined
}

/** Where nothing outlives the process. */
export const isInMemory: StorePlaces = { tasks: { kind: "memory" }, media: undefined }

/** The places of a configuration. Where it says none, a file of this user's, but only where something makes tasks. */
export const storePlaces = (
  { tasks: taskStore, media, upstreams }: Configuration,
  env: Terminal["env"]
): StorePlaces => {
  const makes = upstreams.some(({ family }) => makesTasks(family))
  const own = stateFolder(env)
  const tasks = taskStore ?? (makes ? { kind: "file", path: join(own, "tasks.sqlite") } : { kind: "memory" })
  return { tasks, media: media.path ?? besides(tasks, own) }
}

const besides = (tasks: TaskStorePlace, own: string): string | undefined => {
  switch (tasks.kind) {
    case "memory":
      return undefined
    case "file":
      return join(dirname(tasks.path), "media")
    case "redis":
      return join(own, "media")
  }
}

/** Where programs of this user keep what outlives them. */
const stateFolder = ({ XDG_STATE_HOME: state = "", LOCALAPPDATA: local = "" }: Terminal["env"]): string => {
  if (isAbsolute(state)) return join(state, "isogloss")
  if (process.platform === "win32" && local !== "") return join(local, "isogloss")
  return join(homedir(), ".local", "state", "isogloss")
}

/** The stores in these places, whose folders are made where they are not there. Only what is used is loaded. */
export const storesOf = async (
  { tasks, media }: StorePlaces,
  { media: caps }: Pick<Configuration, "media">
): Promise<Layer.Layer<TaskStore | MediaStore>> => {
  if (tasks.kind === "file") await haveFile(tasks.path, `Choose another place with \`tasks\`: ${taskPlace.expected}`)
  if (media !== undefined) await haveFolder(media, "Choose another folder with `media.path`")
  return Layer.merge(await tasksIn(tasks), mediaIn(media, caps))
}

/** Where responses are kept that their clients go on from; a file's folder is made where it is not there. */
export const responsesIn = async ({ store = { kind: "memory" }, ttl, cap }: ResponseSettings = {}): Promise<
  Layer.Layer<ResponseStore> | Layer.Layer<never>
> => {
  const limits = { ...(ttl === undefined ? {} : { life: ttl * 1000 }), ...(cap === undefined ? {} : { all: cap }) }
  switch (store.kind) {
    case "none":
      return Layer.empty
    case "memory":
      return responsesInMemory(limits)
    case "file":
      await haveFile(store.path, `Choose another place with \`responses.store\`: ${responsePlace.expected}`)
      return (await import("../../history/sqlite.ts")).layerSqlite({ ...limits, path: store.path })
    case "redis":
      return (await import("../../history/redis.ts")).layerRedis({ ...limits, url: store.url })
  }
}

const tasksIn = async (place: TaskStorePlace): Promise<Layer.Layer<TaskStore>> => {
  switch (place.kind) {
    case "memory":
      return tasksInMemory
    case "file":
      return (await import("../../tasks/sqlite/layer.ts")).layerSqlite(place)
    case "redis":
      return (await import("../../tasks/redis/layer.ts")).layerRedis(place)
  }
}

const mediaIn = (path: string | undefined, { medium, all }: MediaSettings): Layer.Layer<MediaStore> => {
  const caps = { ...(medium === undefined ? {} : { medium }), ...(all === undefined ? {} : { all }) }
  return path === undefined ? mediaInMemory(caps) : layerFiles({ ...caps, path })
}

/** What a file of SQLite begins with (https://www.sqlite.org/fileformat.html#magic_header_string). */
const sqliteHeader = Buffer.from("SQLite format 3\0")

/** Sees to it that there is a file of SQLite, or an empty one that becomes it, and that it can be written. */
const haveFile = async (path: string, advice: string): Promise<void> => {
  await haveFolder(dirname(path), advice)
  const begin = await beginningOf(path).catch((thrown: unknown) => {
    throw new CliError(`The file ${path} cannot be written (${systemCode(thrown)}). ${advice}.`, 2)
  })
  if (begin.length > 0 && !begin.equals(sqliteHeader))
    throw new CliError(`The file ${path} is no database of SQLite. ${advice}.`, 2)
}

/** The first bytes of a file, as many as a database says what it is with; it is this user's alone where it is made. */
const beginningOf = async (path: string): Promise<Buffer> => {
  const file = await open(path, "a+", 0o600)
  try {
    if (!(await file.stat()).isFile()) return Buffer.of(0)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sqliteHeader.length), 0, sqliteHeader.length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Sees to it that there is a folder, and that something can be kept in it. */
const haveFolder = async (path: string, advice: string): Promise<void> => {
  try {
    await makeFolder(path)
    await access(path, constants.W_OK | constants.X_OK)
  } catch (thrown) {
    throw new CliError(`The folder ${path} cannot be written (${systemCode(thrown)}). ${advice}.`, 2)
  }
}

/**
 * Makes a folder that nobody else may read, and those above it, unless they are there. Node's own way does not come to
 * an end where a file system makes none, such as `/proc`.
 */
const makeFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (thrown) {
    if (await isFolder(path)) return
    const above = dirname(path)
    if (systemCode(thrown) !== "ENOENT" || (await isFolder(above))) throw thrown
    await makeFolder(above)
    await makeFolder(path)
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false
  )

/** A place of tasks as it may be shown: without the user and the password of a Redis. */
export const shownOf = (place: TaskStorePlace): string => {
  switch (place.kind) {
    case "memory":
      return "memory"
    case "file":
      return place.path
    case "redis": {
      const { protocol, host, pathname } = new URL(revealSecret(place.url))
      return `${protocol}//${host}${pathname === "/" ? "" : pathname}`
    }
  }
}
