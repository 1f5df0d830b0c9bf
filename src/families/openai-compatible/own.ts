/** What OpenAI's API has and few of those that are like it. */
export const openais = ["logit_bias", "prediction", "verbosity", "service_tier", "store", "web_search_options"] as const

/** What Qwen's API has and OpenAI's does not. */
export const qwens = ["enable_search", "search_options", "asr_options", "incremental_output"] as const
