import type { Mutant } from "./mutant.ts"

const rows = ["rows/images.test.ts"]
const answers = ["images/answers.test.ts"]
const asked = ["images/asked.test.ts"]
const nested = ["images/nested-fields.test.ts"]
const fields = ["core/json/fields.test.ts"]

/** Defects in what a body of the images endpoint means, and in what is made of its calls. */
export const imageRules: readonly Mutant[] = [
  {
    name: "an image of a form is beaten by its list",
    file: "endpoints/form.ts",
    find: "isPicture(field) ? { ...field, steps: [name] } : field",
    replace: "field",
    caughtBy: ["images/edits.test.ts"]
  },
  {
    name: "a blank text is the prompt",
    file: "families/images/seedream.ts",
    find: 'asSingleTurn(withoutEmptyTexts(turnsOf(values), reader, "prompt"), reader)',
    replace: 'withoutEmptyTexts(asSingleTurn(turnsOf(values), reader), reader, "prompt")',
    caughtBy: ["images/blank-texts.test.ts"]
  },
  {
    name: "an image may be media of any kind",
    file: "exchange/images/images.ts",
    find: 'fetchMedia(needs, ["image"])',
    replace: "fetchMedia(needs)",
    caughtBy: ["images/links.test.ts", "images/answers.test.ts"]
  },
  {
    name: "pixels become the first ratio",
    file: "families/images/normalise.ts",
    find: "if (away < distance)",
    replace: "if (away < distance && distance === Infinity)",
    caughtBy: rows
  },
  {
    name: "a ratio is near by its difference",
    file: "families/images/normalise.ts",
    find: "Math.abs(Math.log(shape / wanted))",
    replace: "Math.abs(shape - wanted)",
    caughtBy: rows
  },
  {
    name: "quality wins over the size class",
    file: "families/images/gemini.ts",
    find: "name: wanted ?? qualityClass ??",
    replace: "name: qualityClass ?? wanted ??",
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
    find: 'default: false, to: "watermark"',
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
    find: "if (n > 1) reader.issue",
    replace: "if (n > 10) reader.issue",
    caughtBy: rows
  },
  {
    name: "the mini model draws as finely as the full one",
    file: "families/images/gpt-image.ts",
    find: 'reader.kind === "mini" ? "medium" : "high"',
    replace: '"high"',
    caughtBy: rows
  },
  {
    name: "a later GPT image model is told how closely to keep to its images",
    file: "families/images/gpt-image.ts",
    find: 'if (reader.kind === "later") return reader.note("lacking", at)',
    replace: "",
    caughtBy: rows
  },
  {
    name: "a fidelity is kept where nothing is edited",
    file: "families/images/gpt-image.ts",
    find: 'if (!edits) return reader.note("nothing-to-keep", at)',
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
    file: "families/parameters/reader.ts",
    find: 'reader.note("unknown", childPointer(at, key))',
    replace: "undefined",
    caughtBy: [...rows, "images/laws.test.ts"]
  },
  {
    name: "parameters that are required may be left out",
    file: "families/parameters/reader.ts",
    find: "  if (parameter.required === true && !Object.hasOwn(object, name)) reader.absent(at, key)\n",
    replace: "",
    caughtBy: ["open-api/required.test.ts"]
  },
  {
    name: "null is absent",
    file: "families/parameters/reader.ts",
    find: "if (value === undefined) return undefined\n",
    replace: "if (value === undefined || value === null) return undefined\n",
    caughtBy: rows
  },
  {
    name: "the text of a number says nothing of itself",
    file: "families/parameters/values.ts",
    find: 'if (typeof value === "string") reader.note("numeral", at)',
    replace: "",
    caughtBy: rows
  },
  {
    name: "base64 is what anyone says it is",
    file: "families/parameters/values.ts",
    find: 'if (base64 === undefined || base64 === "") return undefined',
    replace: 'if (base64 === undefined) return { kind: "bytes", base64: data, mime: called }',
    caughtBy: [...rows, "images/asked.test.ts"]
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
    file: "exchange/images/images.ts",
    find: "Math.max(0, wanted - images.length)",
    replace: "0",
    caughtBy: answers
  },
  {
    name: "one failed call fails the others",
    file: "exchange/images/images.ts",
    find: "errors.length === images.length",
    replace: "errors.length > 0",
    caughtBy: answers
  },
  {
    name: "images that failed are no news",
    file: "exchange/images/images.ts",
    find: ", ...losses(images, asBytes)]",
    replace: "]",
    caughtBy: answers
  },
  {
    name: "a link stays a link",
    file: "exchange/images/images.ts",
    find: "const link = linkOf(image)\n  if (link === undefined) return image",
    replace: "const link = linkOf(image)\n  if (link !== undefined || link === undefined) return image",
    caughtBy: [...answers, ...rows]
  },
  {
    name: "a URL is fetched as often as it is named",
    file: "media/fetch/fetcher.ts",
    find: "[...new Map(needs.map((need) => [need.url, need])).values()]",
    replace: "needs",
    caughtBy: ["media/chat.test.ts"]
  },
  {
    name: "media are never too large together",
    file: "media/fetch/fetcher.ts",
    find: "if (bytes > fetchLimits.bytes)",
    replace: "if (bytes < 0)",
    caughtBy: ["media/chat.test.ts"]
  },
  {
    name: "an edit needs no image",
    file: "exchange/images/calls.ts",
    find: "edits && imagesIn(request.turns).length === 0",
    replace: "false",
    caughtBy: ["images/edits.test.ts"]
  },
  {
    name: "a member of a member in a form is one of the top",
    file: "endpoints/form-fields.ts",
    find: 'const isNested = first !== "" &&',
    replace: 'const isNested = false && first !== "" &&',
    caughtBy: [...fields, ...nested]
  },
  {
    name: "brackets need not match",
    file: "endpoints/form-fields.ts",
    find: 'step.indexOf("]") === step.length - 1 &&',
    replace: 'step.indexOf("]") >= 0 &&',
    caughtBy: fields
  },
  {
    name: "fields lead as deep as they like",
    file: "endpoints/form-fields.ts",
    find: "if (steps.length > mostSteps)",
    replace: "if (false)",
    caughtBy: [...fields, ...nested]
  },
  {
    name: "a list's next object is always a new one",
    file: "endpoints/form-fields.ts",
    find: "if (last !== undefined && last.#takes(steps, from)) return last",
    replace: "",
    caughtBy: fields
  },
  {
    name: "a list's object takes all that comes",
    file: "endpoints/form-fields.ts",
    find: "return member === undefined || member.#takes(steps, from + 1)",
    replace: "return true",
    caughtBy: fields
  },
  {
    name: "a value beside an object is lost",
    file: "endpoints/form-fields.ts",
    find: "if (only !== undefined || this.#items.length > 0) clashes.push(at)",
    replace: "",
    caughtBy: [...fields, ...nested]
  },
  {
    name: "numbered members are names",
    file: "endpoints/form-fields.ts",
    find: "return this.#isNumbered() ?",
    replace: "return false ?",
    caughtBy: fields
  },
  {
    name: "any text in braces is JSON",
    file: "endpoints/form.ts",
    find: "structures.has(part.name) &&",
    replace: "",
    caughtBy: nested
  },
  {
    name: "JSON in a form is a text",
    file: "endpoints/form.ts",
    find: "/^\\s*[[{]/.test(text.value)",
    replace: "false",
    caughtBy: nested
  },
  {
    name: "a flag is read at the top alone",
    file: "endpoints/form.ts",
    find: "literals.has(lastNameIn(path))",
    replace: "literals.has(path.join())",
    caughtBy: nested
  },
  {
    name: "a watermark is put on though the client said no",
    file: "families/images/qwen-image.ts",
    find: "if (watermark === undefined) reader",
    replace: "if (watermark !== true) reader",
    caughtBy: [...asked, ...rows]
  },
  {
    name: "OpenAI is sent what is another family's",
    file: "families/images/gpt-image.ts",
    find: "foreignParameters.has(key) ?",
    replace: "false ?",
    caughtBy: asked
  },
  {
    name: "images that cannot be streamed are drawn in silence",
    file: "families/images/normalise.ts",
    find: "value === true ? reader",
    replace: "false ? reader",
    caughtBy: asked
  },
  {
    name: "a picture is what its label says",
    file: "media/kinds.ts",
    find: 'if (shown !== undefined) return shown.startsWith("image/") ? shown : undefined',
    replace: "",
    caughtBy: asked
  },
  {
    name: "a film is a picture",
    file: "media/kinds.ts",
    find: 'shown.startsWith("image/") ? shown : undefined',
    replace: 'shown.startsWith("image/") ? shown : "image/png"',
    caughtBy: asked
  },
  {
    name: "a label's parameters are part of its type",
    file: "media/kinds.ts",
    find: "const name = nameIn(called)\n  return",
    replace: "const name = called\n  return",
    caughtBy: asked
  },
  {
    name: "base64 in lines is none",
    file: "core/bytes.ts",
    find: '.replace(/\\s/g, "").replaceAll("-", "+")',
    replace: '.replaceAll("-", "+")',
    caughtBy: asked
  },
  {
    name: "base64 of the URL's alphabet is none",
    file: "core/bytes.ts",
    find: 'const standard = odd < 0 ? text : text.replace(/\\s/g, "").replaceAll("-", "+")',
    replace: 'const standard = odd < 0 ? text : text.replace(/\\s/g, "")',
    caughtBy: asked
  },
  {
    name: "a fraction of a second costs a picture",
    file: "core/image.ts",
    find: "Math.floor(time)",
    replace: "time",
    caughtBy: asked
  },
  {
    name: "how images were made is not told",
    file: "exchange/images/images.ts",
    find: "...(chosen === undefined ? {} : { chosen }),",
    replace: "",
    caughtBy: asked
  },
  {
    name: "of what tokens are is not told",
    file: "endpoints/images.ts",
    find: "text === undefined || image === undefined ? undefined : {",
    replace: "text !== undefined ? undefined : {",
    caughtBy: asked
  },
  {
    name: "an account without money is told that its request is wrong",
    file: "core/errors/failure.ts",
    find: '(http === 400 && reason === "QuotaExceeded")',
    replace: "false",
    caughtBy: asked
  },
  {
    name: "members of members go to OpenAI as JSON",
    file: "formats/openai-media.ts",
    find: "if (isObject(inner) && keys.length > 0)",
    replace: "if (keys.length < 0)",
    caughtBy: ["formats/openai-images", ...nested]
  }
]
