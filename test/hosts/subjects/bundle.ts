import { fileURLToPath } from "node:url"
import { build, type Metafile } from "esbuild"

/** A program in one file. */
export interface Bundle {
  readonly text: string
  readonly bytes: Uint8Array
  /** What it is made of, and what it imports. */
  readonly output: Metafile["outputs"][string]
}

/** Bundles a file of this folder as a worker is: minified, for no runtime in particular, its exports under `program`. */
export const bundleOf = async (file: string): Promise<Bundle> => {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL(file, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "iife",
    globalName: "program",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2023"
  })
  const [out] = outputFiles
  const [output] = Object.values(metafile.outputs)
  if (out === undefined || output === undefined) throw new Error("The bundle is empty.")
  return { text: out.text, bytes: out.contents, output }
}
