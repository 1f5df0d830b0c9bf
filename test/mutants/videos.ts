import type { Mutant } from "./mutant.ts"

/** Defects in the parameters of video models, and in what they share with other capabilities. */
export const videos: readonly Mutant[] = [
  {
    name: "a fast model of 3.0 takes a last frame",
    file: "families/videos/google.ts",
    find: 'kind !== "3.0" && kind !== "3.0 fast"',
    replace: 'kind !== "3.0"',
    caughtBy: ["rows/videos.test.ts"]
  },
  {
    name: "a last frame may stand alone",
    file: "families/videos/normalise.ts",
    find: ' && !Object.hasOwn(body, "image")',
    replace: " && false",
    caughtBy: ["rows/videos.test.ts"]
  },
  {
    name: "a resolution that was asked for is lowered",
    file: "families/videos/google.ts",
    find: 'seconds !== 8 && resolution === "1080p"',
    replace: "false",
    caughtBy: ["rows/videos.test.ts"]
  },
  {
    name: "a resolution is lowered in silence",
    file: "families/videos/google.ts",
    find: "seconds !== 8 && resolution === undefined",
    replace: "false",
    caughtBy: ["rows/videos.test.ts"]
  },
  {
    name: "a fast model is asked for silence",
    file: "families/videos/google.ts",
    find: "fast || (values.generateAudio ?? false)",
    replace: "values.generateAudio ?? false",
    caughtBy: ["rows/videos.test.ts"]
  },
  {
    name: "the Gemini API is told a seed",
    file: "families/videos/google.ts",
    find: 'seed: { is: seed, unsent: "untaken" }',
    replace: 'seed: { is: seed, to: "seed" }',
    caughtBy: ["rows/videos.test.ts", "families/videos.test.ts"]
  },
  {
    name: "a count that one call cannot make is one",
    file: "families/videos/normalise.ts",
    find: "count !== undefined && count > 1",
    replace: "count !== undefined && count > 4",
    caughtBy: ["rows/videos.test.ts"]
  },
  {
    name: "every Sora makes the large sizes",
    file: "families/videos/sora.ts",
    find: '"1792x1024"], "pro")',
    replace: '"1792x1024"], "standard", "pro")',
    caughtBy: ["rows/videos.test.ts"]
  },
  {
    name: "a number of seconds is a text of them in silence",
    file: "families/videos/sora.ts",
    find: 'if (typeof value === "number") reader.note("figure", at)',
    replace: "",
    caughtBy: ["rows/videos.test.ts"]
  },
  {
    name: "a model that is not listed is held to a kind's limits",
    file: "families/videos/seedance.ts",
    find: 'reader.kind === "1.5"',
    replace: 'reader.kind !== "1.0"',
    caughtBy: ["rows/videos.test.ts"]
  },
  {
    name: "a default goes to models that do not have the parameter",
    file: "families/parameters/reader.ts",
    find: "(isHad(parameter, reader) ? parameter.default : undefined)",
    replace: "parameter.default",
    caughtBy: ["rows/videos.test.ts", "rows/images.test.ts"]
  },
  {
    name: "a place is named that the client did not write",
    file: "families/parameters/reader.ts",
    find: " && this.#seen.has(at)",
    replace: "",
    caughtBy: ["families/videos.test.ts"]
  }
]
