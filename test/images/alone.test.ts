import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { expect, it } from "vitest"

const top = fileURLToPath(new URL("../..", import.meta.url))

it("the rules alone need no package and no Node", async () => {
  const { metafile } = await build({
    absWorkingDir: top,
    entryPoints: ["src/images.ts"],
    bundle: true,
    platform: "browser",
    format: "esm",
    write: false,
    metafile: true
  })
  const foreign = Object.keys(metafile.inputs).filter((file) => !file.startsWith("src/"))
  const rooms = new Set(Object.keys(metafile.inputs).map((file) => file.split("/")[1]))
  expect([foreign, rooms.has("formats"), rooms.has("exchange")]).toEqual([[], false, false])
})
