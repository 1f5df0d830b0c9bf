/**
 * The codes and types with which vendors say that an account has no money or no contract left, which no waiting mends;
 * read in November 2026. Of a code with dots its first piece stands for all that begin with it.
 */
export const exhaustedWords = {
  /** https://platform.openai.com/docs/guides/error-codes; as a 429 in https://github.com/langchain-ai/langchainjs/issues/1929. */
  openai: ["insufficient_quota", "billing_hard_limit_reached", "billing_limit_user_error"],
  /** https://docs.claude.com/en/api/errors */
  anthropic: ["billing_error"],
  /** https://help.aliyun.com/zh/model-studio/error-code; `Throttling.AllocationQuota` is another thing, and passes by. */
  dashscope: ["Arrearage", "AllocationQuota", "CommodityNotPurchased", "PrepaidBillOverdue", "PostpaidBillOverdue"],
  /** https://www.volcengine.com/docs/82379/1299023 */
  ark: ["QuotaExceeded", "SetLimitExceeded", "AccountOverdueError", "OperationDenied.ServiceOverdue"],
  /** As a 429 in https://github.com/anomalyco/opencode/issues/25458, as a 403 in https://github.com/MoonshotAI/Kimi-K2/issues/5. */
  kimi: ["exceeded_current_quota_error"]
} as const

/** All of them: what speaks a vendor's format may be any of the vendors. */
export const allExhausted: readonly string[] = Object.values(exhaustedWords).flat()
