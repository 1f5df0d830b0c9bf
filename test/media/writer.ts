import { writeSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { layerFiles, MediaStore } from "../../src/media.ts"

/** A process that keeps a medium of 100 pieces in a folder, or stops for good after some of them. */
const [path = "", stopAfter = "100"] = process.argv.slice(2)

const pieces = Stream.map(Stream.range(1, 100), (at) => Buffer.alloc(10_000, at))
const some = Stream.take(pieces, Number(stopAfter))
const stopped = Stream.fromEffectDrain(
  Effect.andThen(
    Effect.sync(() => writeSync(1, "stopped\n")),
    Effect.never
  )
)
const bytes = stopAfter === "100" ? pieces : Stream.concat(some, stopped)

const keeping = Effect.gen(function* () {
  const { keep } = yield* MediaStore
  const ref = yield* keep(bytes, { mime: "video/mp4", until: Date.now() + 600_000 })
  writeSync(1, `${ref}\n`)
  return yield* Effect.never
})

setInterval(() => undefined, 60_000)
void Effect.runPromise(Effect.provide(keeping, layerFiles({ path })))
