import type { Mutant } from "./mutant.ts"

const rows = ["rows/images.test.ts"]
const answers = ["images/answers.test.ts"]

/** Defects in what a body of the images endpoint means, and in what is made of its calls. */
export const imageRules: readonly Mutant[] = [
  {
    name: "an image of a form is beaten by its list",
    file: "endpoints/form.ts",
    find: 'pictures.has(name) ? "images" : name',
    replace: "name",
    caughtBy: ["images/edits.test.ts"]
  },
  {
    name: "a blank text is the prompt",
    file: "families/images/seedream.ts",
    find: 'asOne(filled(turnsOf(values), reading, "prompt"), reading)',
    replace: 'filled(asOne(turnsOf(values), reading), reading, "prompt")',
    caughtBy: ["images/blank-texts.test.ts"]
  },
  {
    name: "an image may be any medium",
    file: "exchange/images/images.ts",
    find: 'fetchMedia(needs, ["image"])',
    replace: "fetchMedia(needs)",
    caughtBy: ["images/links.test.ts", "images/answers.test.ts"]
  },
  {
    name: "pixels become the first ratio",
    file: "families/images/size.ts",
    find: "if (away < distance)",
    replace: "if (away < distance && distance === Infinity)",
    caughtBy: rows
  },
  {
    name: "a ratio is near by its difference",
    file: "families/images/size.ts",
    find: "Math.abs(Math.log(shape / wanted))",
    replace: "Math.abs(shape - wanted)",
    caughtBy: rows
  },
  {
    name: "quality wins over the size class",
    file: "families/images/gemini.ts",
    find: "name: wanted ?? meant ??",
    replace: "name: meant ?? wanted ??",
    caughtBy: rows
  },
  {
    name: "all images of a conversation count as fused",
    file: "families/images/gemini.ts",
    find: '.filter(({ role }) => role === "user").slice(-1)',
    replace: "",
    caughtBy: rows
  },
  {
    name: "a vendor adds its watermark",
    file: "families/images/seedream.ts",
    find: 'otherwise: false, to: "watermark"',
    replace: 'to: "watermark"',
    caughtBy: rows
  },
  {
    name: "a seed goes to models that have none",
    file: "families/images/seedream.ts",
    find: "seed: { is: seed, kinds: older,",
    replace: "seed: { is: seed,",
    caughtBy: [...rows, "images/laws.test.ts"]
  },
  {
    name: "a sequence is asked for several times",
    file: "families/images/seedream.ts",
    find: "if (n > 1) reading.issue",
    replace: "if (n > 10) reading.issue",
    caughtBy: rows
  },
  {
    name: "the mini model draws as finely as the full one",
    file: "families/images/gpt-image.ts",
    find: 'reading.kind === "mini" ? "medium" : "high"',
    replace: '"high"',
    caughtBy: rows
  },
  {
    name: "a fidelity is kept where nothing is edited",
    file: "families/images/gpt-image.ts",
    find: 'if (!edits) return reading.note("nothing-to-keep", at)',
    replace: "",
    caughtBy: [...rows, "images/laws.test.ts"]
  },
  {
    name: "a prompt beside the input is lost",
    file: "families/images/qwen-image.ts",
    find: 'values.input !== undefined ? "input" :',
    replace: 'values.input !== undefined ? "" :',
    caughtBy: rows
  },
  {
    name: "any model of a family makes six images",
    file: "families/images/qwen-image.ts",
    find: "most !== undefined && wanted > most",
    replace: "most === 0 && wanted > most",
    caughtBy: [...rows, "images/laws.test.ts"]
  },
  {
    name: "a member that nobody knows is left out in silence",
    file: "families/parameters/table.ts",
    find: 'reading.note("unknown", below(at, key))',
    replace: "undefined",
    caughtBy: [...rows, "images/laws.test.ts"]
  },
  {
    name: "null is absent",
    file: "families/parameters/table.ts",
    find: "if (value === undefined) return undefined\n",
    replace: "if (value === undefined || value === null) return undefined\n",
    caughtBy: rows
  },
  {
    name: "the text of a number says nothing of itself",
    file: "families/parameters/values.ts",
    find: 'if (typeof value === "string") reading.note("numeral", at)',
    replace: "",
    caughtBy: rows
  },
  {
    name: "base64 is what anyone says it is",
    file: "families/parameters/source.ts",
    find: " || !isBase64(base64)",
    replace: "",
    caughtBy: rows
  },
  {
    name: "several calls have one seed",
    file: "exchange/images/calls.ts",
    find: "(request.seed + from) % seeds",
    replace: "request.seed",
    caughtBy: answers
  },
  {
    name: "images that did not come are not missed",
    file: "exchange/images/join.ts",
    find: "Math.max(0, wanted - images.length)",
    replace: "0",
    caughtBy: answers
  },
  {
    name: "one failed call fails the others",
    file: "exchange/images/join.ts",
    find: "errors.length === images.length",
    replace: "errors.length > 0",
    caughtBy: answers
  },
  {
    name: "images that failed are no news",
    file: "exchange/images/join.ts",
    find: ", ...failures(images)]",
    replace: "]",
    caughtBy: answers
  },
  {
    name: "a link stays a link",
    file: "exchange/images/answer.ts",
    find: "const link = linkOf(image)\n  if (link === undefined) return image",
    replace: "const link = linkOf(image)\n  if (link !== undefined || link === undefined) return image",
    caughtBy: [...answers, ...rows]
  },
  {
    name: "a URL is fetched as often as it is named",
    file: "exchange/fetch-media.ts",
    find: "[...new Map(needs.map((need) => [need.url, need])).values()]",
    replace: "needs",
    caughtBy: ["media/chat.test.ts"]
  },
  {
    name: "media are never too large together",
    file: "exchange/fetch-media.ts",
    find: "if (bytes > most.bytes)",
    replace: "if (bytes < 0)",
    caughtBy: ["media/chat.test.ts"]
  },
  {
    name: "an edit needs no image",
    file: "exchange/images/call.ts",
    find: "edits && imagesIn(request.turns).length === 0",
    replace: "false",
    caughtBy: ["images/edits.test.ts"]
  },
  {
    name: "a file is of the type that its sender says",
    file: "endpoints/form.ts",
    find: 'mimeOf(bytes, ["image"]) ??',
    replace: "",
    caughtBy: ["images/edits.test.ts"]
  }
]
