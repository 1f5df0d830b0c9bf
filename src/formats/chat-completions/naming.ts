import { gatewayMembers } from "../../core/naming/gateways.ts"
import { modelMembers, compileNaming as namingOf } from "../../core/naming/naming.ts"

const reference = "https://platform.openai.com/docs/api-reference/chat/create"

/** How bodies of this format decide which model works. */
export const naming = /* @__PURE__ */ namingOf({
  members: [...modelMembers(reference, "/model", "/moderation/model"), ...gatewayMembers],
  known:
    "audio enable_thinking extra_body frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens messages metadata modalities n parallel_tool_calls parameters prediction presence_penalty prompt_cache_key prompt_cache_options prompt_cache_retention reasoning reasoning_effort response_format safety_identifier seed service_tier stop store stream stream_options temperature thinking thinking_budget tool_choice tools top_k top_logprobs top_p user verbosity web_search_options".split(
      " "
    )
})
