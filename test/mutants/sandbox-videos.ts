import type { Mutant } from "./mutant.ts"

/** Defects in the sandbox: what it refuses, and the videos that it makes. */
export const sandboxVideos: readonly Mutant[] = [
  {
    name: "a video is done at once",
    file: "sandbox/videos/job.ts",
    find: "const takes = 3000",
    replace: "const takes = 0",
    caughtBy: ["sandbox/videos/openai", "sandbox/videos/ark"]
  },
  {
    name: "a slow video model is not slow",
    file: "sandbox/videos/job.ts",
    find: 'behaviour === "slow" ? 10 : 1',
    replace: "1",
    caughtBy: ["sandbox/videos/openai", "sandbox/videos/veo", "sandbox/videos/ark"]
  },
  {
    name: "a video can be downloaded before it is made",
    file: "sandbox/videos/job.ts",
    find: "film.from <= now() && ",
    replace: "",
    caughtBy: ["sandbox/videos/veo", "sandbox/videos/ark"]
  },
  {
    name: "a link to a video never ends",
    file: "sandbox/videos/job.ts",
    find: " && now() < film.until",
    replace: "",
    caughtBy: ["sandbox/videos/veo", "sandbox/videos/ark"]
  },
  {
    name: "a filtered video is shown",
    file: "sandbox/videos/job.ts",
    find: 'behaviour === "filtered" ? 1 : 0',
    replace: "0",
    caughtBy: ["sandbox/videos/openai", "sandbox/videos/veo", "sandbox/videos/ark"]
  },
  {
    name: "all videos of a prompt are one",
    file: "sandbox/videos/film.ts",
    find: "(first + index) % clips.length",
    replace: "first % clips.length",
    caughtBy: ["sandbox/videos/veo"]
  },
  {
    name: "what stands in a video is a box of the wrong length",
    file: "sandbox/videos/film.ts",
    find: "setUint32(0, box.length)",
    replace: "setUint32(0, box.length - 8)",
    caughtBy: ["sandbox/videos/openai", "sandbox/videos/veo", "sandbox/videos/ark"]
  },
  {
    name: "an operation is another model's, too",
    file: "sandbox/google/videos/serve.ts",
    find: "const job = own ? desk.jobs.get(name) : undefined",
    replace: "const job = desk.jobs.get(name)",
    caughtBy: ["sandbox/videos/veo"]
  },
  {
    name: "a file of the Gemini API needs no key",
    file: "sandbox/google/videos/refusals.ts",
    find: "readonly query: URLSearchParams }>[] = [\n  ...callerRefusals,",
    replace: "readonly query: URLSearchParams }>[] = [",
    caughtBy: ["sandbox/videos/veo"]
  },
  {
    name: "a form's reference by URL is no reference",
    file: "sandbox/openai/videos/context.ts",
    find: "isForm(request) ? unfolded(await readForm(request, numbers))",
    replace: "isForm(request) ? await readForm(request, numbers)",
    caughtBy: ["sandbox/videos/openai"]
  },
  {
    name: "a sandbox on a socket forgets its port in its links",
    file: "sandbox/listen.ts",
    find: "incoming.headers.host ?? host",
    replace: "host",
    caughtBy: ["sandbox/videos/veo"]
  },
  {
    name: "the sandbox refuses the end of a range",
    file: "sandbox/refusal.ts",
    find: "value <= most)",
    replace: "value < most)",
    caughtBy: ["sandbox/chat-completions-refusals"]
  },
  {
    name: "the sandbox takes any word where a table has some",
    file: "sandbox/refusal.ts",
    find: "taken.includes(value) ?",
    replace: 'taken.includes(value) || value !== "" ?',
    caughtBy: ["sandbox/videos/veo", "sandbox/images/openai"]
  }
]
