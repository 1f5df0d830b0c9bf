import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { setTimeout as sleep } from "node:timers/promises"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Stream from "effect/Stream"
import { describe, expect, it, onTestFinished } from "vitest"
import { type FilesOptions, layerFiles, MediaStore } from "../../src/media.ts"
import { GatewayError } from "../../src/core/errors/error.ts"
import { conforms, finding, found, hashOf, hostile, keeping, textOf } from "./conformance.ts"

const temporary = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "isogloss-media-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

conforms({
  name: "files",
  fresh: (caps) => Layer.unwrap(Effect.map(temporary, (path) => layerFiles({ ...caps, path: join(path, "media") })))
})

/** A folder in which the store's own may be; both go with the test. */
const folder = async (): Promise<{ readonly above: string; readonly path: string }> => {
  const above = await mkdtemp(join(tmpdir(), "isogloss-media-"))
  onTestFinished(() => rm(above, { recursive: true, force: true }))
  return { above, path: join(above, "media") }
}

const at = <A, E>(path: string, body: Effect.Effect<A, E, MediaStore>, options?: Partial<FilesOptions>): Promise<A> =>
  Effect.runPromise(Effect.provide(body, layerFiles({ path, ...options })))

const inAnHour = (): number => Date.now() + 3_600_000

const keepingUntil = (until: number, text: string): Effect.Effect<string, GatewayError, MediaStore> =>
  Effect.flatMap(MediaStore, ({ keep }) => keep(Stream.succeed(Buffer.from(text)), { mime: "video/mp4", until }))

const unavailable = { reason: "Overloaded", status: 503, details: { code: "media_store_unavailable" } }

/** The lines that a run logs: their level and their words. */
const logged = async (body: Effect.Effect<unknown, unknown>): Promise<readonly string[]> => {
  const lines: string[] = []
  const logger = Logger.make(({ logLevel, message }) => void lines.push([logLevel, message].flat().join(" ")))
  await Effect.runPromise(Effect.provide(body, Logger.layer([logger])))
  return lines
}

describe("a folder that goes away", () => {
  it("is said to be away once, however many calls fail, and once to be back", async () => {
    const { above, path } = await folder()
    const away = join(above, "away")
    const failing = Effect.repeat(Effect.ignore(keepingUntil(inAnHour(), "lost")), { times: 4 })
    const moved = Effect.gen(function* () {
      yield* keepingUntil(inAnHour(), "kept")
      yield* Effect.promise(() => rename(path, away))
      yield* Effect.promise(() => writeFile(path, "no folder"))
      yield* failing
      yield* Effect.promise(() => rm(path))
      yield* Effect.promise(() => rename(away, path))
      yield* keepingUntil(inAnHour(), "kept again")
    })
    expect(await logged(Effect.provide(moved, layerFiles({ path })))).toEqual([
      "Warn The media store cannot be written to. ENOTDIR",
      "Info The media store can be written to again. Calls that failed: 5."
    ])
  })

  it("is away until a file is kept, not until one is begun", async () => {
    const { above, path } = await folder()
    const losing = Effect.flatMap(MediaStore, ({ keep }) => {
      const lost = Effect.promise(() => rename(path, join(above, crypto.randomUUID())))
      return keep(Stream.fromEffect(Effect.as(lost, Buffer.from("lost"))), { mime: "video/mp4", until: inAnHour() })
    })
    const run = Effect.gen(function* () {
      yield* Effect.repeat(Effect.ignore(losing), { times: 2 })
      yield* keepingUntil(inAnHour(), "kept")
    })
    expect(await logged(Effect.provide(run, layerFiles({ path })))).toEqual([
      "Warn The media store cannot be written to. ENOENT",
      "Info The media store can be written to again. Calls that failed: 3."
    ])
  })

  it("is not away where one file is gone", async () => {
    const { path } = await folder()
    const reading = Effect.gen(function* () {
      const ref = yield* keepingUntil(inAnHour(), "kept")
      const { read } = yield* found(ref)
      yield* Effect.promise(() => rm(join(path, ref)))
      yield* Effect.flip(textOf(read()))
    })
    expect(await logged(Effect.provide(reading, layerFiles({ path })))).toEqual([])
  })
})

describe("a folder of media", () => {
  it("holds a file for each, by its reference, for nobody else's eyes", async () => {
    const { path } = await folder()
    const ref = await at(path, keepingUntil(inAnHour(), "kept"))
    expect(await readdir(path)).toEqual([ref])
    expect(await readFile(join(path, ref), "utf8")).toBe("kept")
    expect([(await stat(path)).mode & 0o777, (await stat(join(path, ref))).mode & 0o777]).toEqual([0o700, 0o600])
  })

  it("is the same for another process, and after this one", async () => {
    const { path } = await folder()
    const ref = await at(path, keepingUntil(inAnHour(), "kept"))
    const kept = await at(
      path,
      Effect.flatMap(found(ref), ({ read }) => textOf(read()))
    )
    expect(kept).toBe("kept")
  })

  it("gives nothing that lies beside it, or in it under another name", async () => {
    const { above, path } = await folder()
    await writeFile(join(above, "secret"), "secret")
    await mkdir(path)
    for (const name of ["secret", "aux.part"]) await writeFile(join(path, name), "secret")
    const refs = [...hostile, "secret", "aux.part", "../secret", "media/../../secret", join(above, "secret")]
    const all = await at(path, Effect.all(refs.map(finding)))
    expect(all.filter((kept) => kept !== undefined)).toEqual([])
  })

  it("is rid of media whose time is over, and of no others", async () => {
    const { path } = await folder()
    await at(path, keepingUntil(Date.now() + 100, "short"))
    const ref = await at(path, keepingUntil(inAnHour(), "long"))
    const swept = Effect.promise(async () => {
      while ((await readdir(path)).length > 1) await sleep(10)
      return readdir(path)
    })
    expect(await at(path, swept, { sweepEvery: 10 })).toEqual([ref])
  })

  it("counts what was there before as taken", async () => {
    const { path } = await folder()
    await at(path, keepingUntil(inAnHour(), "x".repeat(80)))
    const refusal = await at(path, Effect.flip(keepingUntil(inAnHour(), "x".repeat(30))), { all: 100 })
    expect(refusal.details.code).toBe("media_store_full")
  })

  it("counts no more what another process removed, once it looks", async () => {
    const { path } = await folder()
    const body = Effect.gen(function* () {
      const ref = yield* keepingUntil(inAnHour(), "x".repeat(100))
      yield* Effect.promise(() => rm(join(path, ref)))
      yield* keepingUntil(inAnHour(), "x".repeat(100))
    })
    await at(path, body, { all: 100 })
    expect(await readdir(path)).toHaveLength(1)
  })
})

describe("media in a folder", () => {
  it("that was forgotten between finding and reading is gone", async () => {
    const { path } = await folder()
    const body = Effect.gen(function* () {
      const ref = yield* keepingUntil(inAnHour(), "kept")
      const kept = yield* found(ref)
      yield* Effect.promise(() => rm(join(path, ref)))
      return yield* Effect.flip(textOf(kept.read()))
    })
    expect(await at(path, body)).toMatchObject({ reason: "Gone", status: 410 })
  })

  it("that lost its end fails when it is read there, and is not shorter", async () => {
    const { path } = await folder()
    const body = Effect.gen(function* () {
      const ref = yield* keepingUntil(inAnHour(), "0123456789")
      yield* Effect.promise(() => truncate(join(path, ref), 4))
      return yield* Effect.flip(textOf((yield* found(ref)).read()))
    })
    expect(await at(path, body)).toMatchObject(unavailable)
  })

  it("leaves nothing where its source fails or its keeper leaves", async () => {
    const { path } = await folder()
    const begun = Stream.succeed(Buffer.alloc(1000))
    const about = { mime: "video/mp4", until: inAnHour() }
    const body = Effect.gen(function* () {
      const { keep } = yield* MediaStore
      yield* Effect.flip(keep(Stream.concat(begun, Stream.fail(new GatewayError("UpstreamFailed", "Lost."))), about))
      yield* Effect.timeoutOption(keep(Stream.concat(begun, Stream.never), about), 50)
    })
    await at(path, body)
    expect(await readdir(path)).toEqual([])
  })

  it("that arrives is not seen before it is whole", async () => {
    const { path } = await folder()
    const names: string[][] = []
    const looks = Stream.fromEffectDrain(Effect.promise(async () => names.push(await readdir(path))))
    const bytes = Stream.concat(Stream.succeed(Buffer.alloc(1000)), looks)
    await at(
      path,
      Effect.flatMap(MediaStore, ({ keep }) => keep(bytes, { mime: "video/mp4", until: inAnHour() }))
    )
    expect(names).toEqual([[expect.stringMatching(/\.part$/)]])
  })
})

describe("a folder that cannot be reached", () => {
  it("is a 503 for all, and works again once it can be", async () => {
    const { above, path } = await folder()
    const away = join(above, "away")
    const body = Effect.gen(function* () {
      const ref = yield* keepingUntil(inAnHour(), "kept")
      yield* Effect.promise(() => rename(path, away))
      yield* Effect.promise(() => writeFile(path, "a file"))
      const failures = yield* Effect.all([Effect.flip(keeping("more")), Effect.flip(finding(ref))])
      yield* Effect.promise(() => rm(path))
      const missing = yield* Effect.flip(finding(ref))
      yield* Effect.promise(() => rename(away, path))
      return { failures: [...failures, missing], text: yield* textOf((yield* found(ref)).read()) }
    })
    const { failures, text } = await at(path, body)
    expect([failures, text]).toMatchObject([[unavailable, unavailable, unavailable], "kept"])
  })

  it("does not keep a gateway from starting, nor is it made in a folder that is not there", async () => {
    const { above } = await folder()
    const path = join(above, "volume", "media")
    expect(await at(path, Effect.flip(keeping("kept")))).toMatchObject(unavailable)
    expect(await readdir(above)).toEqual([])
  })
})

/** A process that keeps a medium of a million bytes, and the first line that it says. */
const writer = async (path: string, stopAfter: number): Promise<{ child: ChildProcess; said: string }> => {
  const program = fileURLToPath(new URL("writer.ts", import.meta.url))
  const child = spawn(process.execPath, [program, path, String(stopAfter)], { stdio: ["ignore", "pipe", "inherit"] })
  onTestFinished(() => void child.kill("SIGKILL"))
  const [said] = (await once(child.stdout, "data")) as [Buffer]
  return { child, said: said.toString().trim() }
}

const killed = async (child: ChildProcess): Promise<void> => {
  const over = once(child, "exit")
  child.kill("SIGKILL")
  await over
}

describe("a process that is killed", () => {
  it("in the middle of a file leaves none, and what it left is removed at a later start", async () => {
    const { path } = await folder()
    const { child, said } = await writer(path, 50)
    await killed(child)
    const [left = "", ...more] = await readdir(path)
    expect([said, left, more]).toEqual(["stopped", expect.stringMatching(/\.part$/), []])
    await at(path, Effect.void)
    expect(await readdir(path)).toEqual([left])
    const then = new Date(Date.now() - 3_600_000)
    await utimes(join(path, left), then, then)
    await at(path, Effect.void)
    expect(await readdir(path)).toEqual([])
  })

  it("once it gave the reference has kept it whole", async () => {
    const { path } = await folder()
    const { child, said: ref } = await writer(path, 100)
    await killed(child)
    const pieces = Array.from({ length: 100 }, (_, index) => Buffer.alloc(10_000, index + 1))
    const read = Effect.flatMap(found(ref), (kept) => Stream.runCollect(kept.read()))
    expect(hashOf(Buffer.concat(await at(path, read)))).toBe(hashOf(Buffer.concat(pieces)))
  })
})
