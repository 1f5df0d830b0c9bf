import type { Program } from "./program.ts"

/** How a user's words tell the sandbox which call to make. */
export const calling = (name: string, input: Readonly<Record<string, string>>): string =>
  `[call ${name} ${JSON.stringify(input)}] Do that.`

/** Claude Code, in its printing mode. */
export const claudeCode: Program = {
  script: "@anthropic-ai/claude-code/cli-wrapper.cjs",
  args: (_, prompt) => ["-p", prompt, "--output-format", "json", "--allowedTools", "Read,Write"],
  env: (url, key, model) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_AUTH_TOKEN: key,
    ANTHROPIC_MODEL: model,
    ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1"
  }),
  settings: {}
}

const quiet = {
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  general: { disableAutoUpdate: true, enableAutoUpdate: false }
}

/** Gemini CLI, without a terminal. */
export const geminiCli: Program = {
  script: "@google/gemini-cli/bundle/gemini.js",
  args: (model, prompt) => [
    "--skip-trust",
    "--approval-mode=yolo",
    `--model=${model}`,
    "--output-format=json",
    `--prompt=${prompt}`
  ],
  env: (url, key) => ({ GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url }),
  settings: { ".gemini/settings.json": { ...quiet, security: { auth: { selectedType: "gemini-api-key" } } } }
}

/** Qwen Code, without a terminal. */
export const qwenCode: Program = {
  script: "@qwen-code/qwen-code/cli-entry.js",
  args: (model, prompt) => ["--approval-mode=yolo", `--model=${model}`, "--output-format=json", `--prompt=${prompt}`],
  env: (url, key, model) => ({
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_MODEL: model,
    QWEN_CODE_SUPPRESS_YOLO_WARNING: "1"
  }),
  settings: { ".qwen/settings.json": { ...quiet, security: { auth: { selectedType: "openai" } } } }
}

/** How Codex is told of a provider of its own, as the base URL of the gateway with a key of the environment. */
const provider = (url: string): Readonly<Record<string, string>> => ({
  model_provider: "gateway",
  "model_providers.gateway.name": "gateway",
  "model_providers.gateway.base_url": `${url}/v1`,
  "model_providers.gateway.env_key": "GATEWAY_KEY",
  "model_providers.gateway.request_max_retries": "0",
  "model_providers.gateway.stream_max_retries": "0"
})

const codexArgs = (model: string, settings: Readonly<Record<string, string>>): readonly string[] => [
  "exec",
  "--json",
  "--skip-git-repo-check",
  "--dangerously-bypass-approvals-and-sandbox",
  `--model=${model}`,
  ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])
]

/** Codex, without a terminal, with the gateway as a provider of its own. */
export const codex: Program = {
  script: "@openai/codex/bin/codex.js",
  args: (model, prompt, url) => [...codexArgs(model, provider(url)), prompt],
  env: (_, key) => ({ GATEWAY_KEY: key }),
  settings: {}
}

/** The same, which goes on with its last session. */
export const codexAgain: Program = {
  ...codex,
  args: (model, prompt, url) => [...codexArgs(model, provider(url)), "resume", "--last", prompt]
}

/** Codex with its built-in provider, which is at the gateway. */
export const codexBuiltIn: Program = {
  ...codex,
  args: (model, prompt, url) => [...codexArgs(model, { openai_base_url: `${url}/v1` }), prompt],
  env: (_, key) => ({ CODEX_API_KEY: key })
}
