import type { Mutant } from "./mutant.ts"

const caughtBy = ["families/two-formats"]

/** Defects of how a model is called that speaks two formats. */
export const twoFormats: readonly Mutant[] = [
  {
    name: "two formats: what a model takes in one format alone goes out in the client's",
    file: "exchange/call-model.ts",
    find: '(takes?.(request) ?? "whole") === how',
    replace: 'how === "whole"',
    caughtBy
  },
  {
    name: "two formats: what a model takes only changed is refused",
    file: "exchange/call-model.ts",
    find: '(["whole", "changed"] as const)',
    replace: '(["whole"] as const)',
    caughtBy
  },
  {
    name: "two formats: the client's own format is not preferred",
    file: "exchange/call-model.ts",
    find: "also.format.id === client ? [also, model] : [model, also]",
    replace: "[model, also]",
    caughtBy
  },
  {
    name: "two formats: the second is preferred",
    file: "exchange/call-model.ts",
    find: "also.format.id === client ? [also, model] : [model, also]",
    replace: "[also, model]",
    caughtBy
  },
  {
    name: "two formats: the answer is read in the first",
    file: "exchange/call-model.ts",
    find: "model.also.format.id === format ? model.also : model",
    replace: "model",
    caughtBy
  },
  {
    name: "two formats: whether the model thinks unasked is not asked",
    file: "families/openai-compatible/layer.ts",
    find: "tools.length === 0 || rests(rules, own ?? thinking)",
    replace: "tools.length === 0 || thinking === undefined || rests(rules, own ?? thinking)",
    caughtBy
  },
  {
    name: "two formats: functions alone decide",
    file: "families/openai-compatible/layer.ts",
    find: "tools.length === 0 || rests(rules, own ?? thinking)",
    replace: "tools.length === 0",
    caughtBy
  },
  {
    name: "two formats: thoughts alone decide",
    file: "families/openai-compatible/layer.ts",
    find: "tools.length === 0 || rests(rules, own ?? thinking)",
    replace: "rests(rules, own ?? thinking)",
    caughtBy
  },
  {
    name: "two formats: models that take functions beside thinking are not known",
    file: "families/openai-compatible/layer.ts",
    find: "rules?.functionsWithoutThinking !== true || tools",
    replace: "rules === undefined || tools",
    caughtBy
  },
  {
    name: "two formats: a model that cannot rest is taken for one that does",
    file: "families/openai-compatible/thinking.ts",
    find: 'model.efforts?.includes("none") === true && !willThink',
    replace: "!willThink",
    caughtBy
  },
  {
    name: "two formats: what a model takes in none goes out all the same",
    file: "families/openai-compatible/layer.ts",
    find: 'return rules.efforts?.includes("none") === true ? "changed" : "refused"',
    replace: 'return "changed"',
    caughtBy
  },
  {
    name: "two formats: the wrong member is told of what no format takes",
    file: "exchange/call-model.ts",
    find: '(request.candidates ?? 1) > 1 ? "candidates" : "audio"',
    replace: '"audio"',
    caughtBy
  },
  {
    name: "two formats: what the Responses API has alone is asked of chat completions",
    file: "families/openai-compatible/layer.ts",
    find: '    if (rules?.responsesAlone === true) return "refused"\n',
    replace: "",
    caughtBy
  },
  {
    name: "two formats: a tuned model is not taken for its base",
    file: "families/openai/models.ts",
    find: 'model.startsWith("ft:") ? model.slice("ft:".length).split(":") : [model]',
    replace: "[model]",
    caughtBy
  },
  {
    name: "two formats: of a generation that is not listed nothing is known",
    file: "families/openai/models.ts",
    find: "number > 504 ? gpt55 : number === 504 ? gpt54 : undefined",
    replace: "undefined",
    caughtBy
  },
  {
    name: "two formats: several answers are asked of what gives one",
    file: "families/openai-compatible/responses.ts",
    find: "candidates === 1 && audio === undefined",
    replace: "audio === undefined",
    caughtBy
  },
  {
    name: "two formats: speech is asked of what writes",
    file: "families/openai-compatible/responses.ts",
    find: "candidates === 1 && audio === undefined",
    replace: "candidates === 1",
    caughtBy
  },
  {
    name: "two formats: the second is not called",
    file: "families/openai-compatible/layer.ts",
    find: "also !== undefined && isCallFormat(also) ?",
    replace: "also === undefined && isCallFormat(also) ?",
    caughtBy
  },
  {
    name: "two formats: a configuration that names both calls one",
    file: "config/known-families.ts",
    find: "formats.length === 1 ?",
    replace: "formats.length >= 1 ?",
    caughtBy
  },
  {
    name: "two formats: a configuration that names one calls both",
    file: "config/known-families.ts",
    find: "formats.length === 1 ?",
    replace: "formats.length < 1 ?",
    caughtBy
  },
  {
    name: "two formats: of a list one format may be any",
    file: "config/check.ts",
    find: "named.every((format)",
    replace: "named.some((format)",
    caughtBy: ["config/file.test.ts"]
  },
  {
    name: "two formats: a stream ends with the name of its last event alone",
    file: "formats/responses/passthrough.ts",
    find: "types.has(typeOf(frame)) && isObject(eventValue(frame.data))",
    replace: "types.has(typeOf(frame))",
    caughtBy: ["formats/responses/passthrough.test.ts"]
  }
]
