import type { Mutant } from "./mutant.ts"

const strict = ["families/strict.test.ts"]

/** Defects in what is known of vendors' models, and in what is said of them. */
export const models: readonly Mutant[] = [
  {
    name: "a model that searches is sampled",
    file: "families/openai/models.ts",
    find: "searches: true, thinkingOff: unsampled }",
    replace: "searches: true }",
    caughtBy: ["families/openai.test.ts"]
  },
  {
    name: "a Kimi model that nobody listed is told to think as the second generation is",
    file: "families/kimi.ts",
    find: "unlisted: (model) => (generations(model) ? k3 : undefined),",
    replace: "unlisted: () => undefined,",
    caughtBy: ["families/kimi-k3.test.ts"]
  },
  {
    name: "a function is named to a model that refuses that",
    file: "families/openai-compatible/edits.ts",
    find: "choiceAmong(body, model?.forcesUnnamed)",
    replace: "choiceAmong(body)",
    caughtBy: ["families/kimi-k3.test.ts"]
  },
  {
    name: "a budget of nothing asks a model to think",
    file: "families/openai-compatible/thinking.ts",
    find: "if (isOff(thinking)) return false",
    replace: 'if (thinking.mode === "off") return false',
    caughtBy: strict
  },
  {
    name: "an object of another family's options is lost, whatever was read of it",
    file: "families/openai-compatible/fields.ts",
    find: "if (!read.has(place)) editor.note(place",
    replace: "if (place !== at) editor.note(place",
    caughtBy: strict
  },
  {
    name: "another family's option is lost without a word",
    file: "families/openai-compatible/fields.ts",
    find: "return names.native.includes(key) ? membersIn(inside, place, names) : [place]",
    replace: "return names.native.includes(key) ? [] : [place]",
    caughtBy: strict
  },
  {
    name: "an effort in an id is another form of control",
    file: "families/gemini/thinking.ts",
    find: 'else if (control.thinkingLevel !== undefined) editor.note(from, "form")',
    replace: 'else editor.note(from, "form")',
    caughtBy: strict
  },
  {
    name: "what an id says is said to stand in a member that nobody sent",
    file: "families/gemini/thinking.ts",
    find: 'from: isObject(thinking) ? at : "",',
    replace: "from: at,",
    caughtBy: strict
  },
  {
    name: "a schema of no parameters is lost",
    file: "families/gemini/edits.ts",
    find: "return isObject(properties) && Object.keys(properties).length > 0",
    replace: "return isObject(properties)",
    caughtBy: strict
  },
  {
    name: "a whole answer shows what its client wants hidden",
    file: "endpoints/chat-completions.ts",
    find: 'thinking === "hidden" ? reasoningOf(body) : []',
    replace: 'thinking === "content" ? reasoningOf(body) : []',
    caughtBy: ["shell/pass.test.ts"]
  },
  {
    name: "a tokenizer of one vendor counts for all",
    file: "endpoints/counting.ts",
    find: "tokenizes === undefined || (vendor",
    replace: "tokenizes !== undefined || (vendor",
    caughtBy: ["shell/count-tokens.test.ts"]
  },
  {
    name: "another vendor's tokenizer counts without a word",
    file: "endpoints/counting.ts",
    find: "made.estimated || !counts.tokenizes(model.target.vendor)",
    replace: "made.estimated",
    caughtBy: ["shell/count-tokens.test.ts"]
  },
  {
    name: "a newer image model has the sizes of the older",
    file: "families/images/seedream.ts",
    find: "is: ofListed<string, ImageReader>(",
    replace: "is: ((listed: ImageCheck<string>, _: ImageCheck<string>) => listed)(",
    caughtBy: ["families/unlisted.test.ts"]
  },
  {
    name: "a newer video model has the lengths of the older",
    file: "families/parameters/values.ts",
    find: "(reader.kind === undefined ? form : is)(value, at, reader)",
    replace: "is(value, at, reader)",
    caughtBy: ["families/unlisted.test.ts"]
  },
  {
    name: "any text is a size",
    file: "families/images/normalise.ts",
    find: 'typeof value === "string" && /^(?:',
    replace: 'typeof value === "string" && /(?:|',
    caughtBy: ["families/unlisted.test.ts"]
  },
  {
    name: "the sandbox does not have a model that is listed",
    file: "sandbox/openai-compatible/catalogue.ts",
    find: '  ["qwen-max", model("qwen", "never", { maxOutput: 8192 })],\n',
    replace: "",
    caughtBy: ["sandbox/listed.test.ts"]
  },
  {
    name: "the sandbox takes a request without words",
    file: "sandbox/openai/responses/history-refusals.ts",
    find: 'input === "" ||',
    replace: "input === null ||",
    caughtBy: ["sandbox/responses-refusals.test.ts"]
  },
  {
    name: "a video model that its vendor ended is listed",
    file: "families/sora.ts",
    find: "? ended : profile",
    replace: "? profile : profile",
    caughtBy: ["families/listed.test.ts"]
  },
  {
    name: "a model that is gone was never there",
    file: "sandbox/models.ts",
    find: "goneImageModels.map((id)",
    replace: "[].map((id)",
    caughtBy: ["sandbox/listed.test.ts"]
  },
  {
    name: "the family's own options are read in one spelling",
    file: "formats/chat-completions/options.ts",
    find: "(from.says(name) ? name : other)",
    replace: "(from.says(other) ? name : name)",
    caughtBy: strict
  },
  {
    name: "a choice in the family's own object wins over the usual one",
    file: "formats/chat-completions/options.ts",
    find: "(choice ?? legacy ?? null) !== null",
    replace: "legacy !== undefined",
    caughtBy: strict
  },
  {
    name: "what the family holds back is held back as ever",
    file: "formats/chat-completions/options.ts",
    find: '    setDefined(safety, "threshold", setting.string("threshold"))\n',
    replace: "",
    caughtBy: strict
  },
  {
    name: "a model has the rules of its neighbour",
    file: "families/openai/models.ts",
    find: '["gpt-5.2", gpt52],',
    replace: '["gpt-5.2", gpt51],',
    caughtBy: ["sources"]
  },
  {
    name: "two kinds of films are exchanged",
    file: "families/videos/google.ts",
    find: '["veo-3.1-generate-preview", "3.1"],',
    replace: '["veo-3.1-generate-preview", "3.1 fast"],',
    caughtBy: ["sources"]
  },
  {
    name: "a model has a row that nobody says the source of",
    file: "families/kimi.ts",
    find: '["kimi-k2.6", k25],',
    replace: '["kimi-k2.6", k25],\n    ["kimi-k9", k25],',
    caughtBy: ["sources/sources.test.ts"]
  },
  {
    name: "an upstream is asked for its models at each list",
    file: "families/openai-compatible/layer.ts",
    find: 'Exit.isSuccess(exit) ? "5 minutes" : "30 seconds"',
    replace: 'Exit.isSuccess(exit) ? "0 seconds" : "30 seconds"',
    caughtBy: ["families/own-models.test.ts"]
  },
  {
    name: "an upstream that is away has no models",
    file: "families/openai-compatible/layer.ts",
    find: "Effect.orElseSucceed(known, () => last)",
    replace: "Effect.orElseSucceed(known, (): ListedIds => new Map())",
    caughtBy: ["families/own-models.test.ts"]
  },
  {
    name: "an upstream's list may be as long as it likes",
    file: "families/openai-compatible/layer.ts",
    find: "data.slice(0, limits.models)",
    replace: "data",
    caughtBy: ["families/own-models.test.ts"]
  },
  {
    name: "an upstream is asked though its operator names its models",
    file: "families/model-registry.ts",
    find: "it.upstream === upstream && isGlob(it.match) && it.model === undefined)",
    replace: "it.upstream === upstream && it.model === undefined)",
    caughtBy: ["families/own-models.test.ts"]
  },
  {
    name: "ids that go elsewhere are listed",
    file: "families/model-registry.ts",
    find: "[...found].filter(([id]) => goes(id, line))",
    replace: "[...found]",
    caughtBy: ["families/own-models.test.ts"]
  }
]
