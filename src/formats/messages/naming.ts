import { gatewayMembers } from "../../core/naming/gateways.ts"
import { modelMembers, compileNaming as namingOf } from "../../core/naming/naming.ts"

const reference = "https://platform.claude.com/docs/en/api/messages/create"
const fallbacks = "https://platform.claude.com/docs/en/build-with-claude/refusals-and-fallback"

/** How bodies of this format decide which model works; tools may also be defined inside the conversation. */
export const naming = /* @__PURE__ */ namingOf({
  members: [
    ...modelMembers(
      reference,
      "/model",
      "/tools/*/model",
      "/messages/*/content/*/tool/definition/model",
      "/messages/*/content/*/tool_changes/*/tool/definition/model"
    ),
    { path: "/fallbacks", decides: "choice", prefix: "default", source: fallbacks },
    ...modelMembers(fallbacks, "/fallbacks/*", "/fallbacks/*/model"),
    ...gatewayMembers
  ],
  known:
    "billing_policy cache_control compaction container context_management diagnostics fallback_credit_token inference_geo max_tokens mcp_servers messages metadata output_config output_format service_tier speed stop_sequences stream system temperature thinking thread tool_choice tools top_k top_p user_profile_id workspace_id".split(
      " "
    )
})
