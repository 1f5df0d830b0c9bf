import type { ResponseInputItem, Tool } from "openai/resources/responses/responses"

/** The types of items that may be sent, as the vendor's SDK declares them (openai 7.55.0): one that it adds is a type error here. */
export const inputTypes = {
  additional_tools: true,
  apply_patch_call: true,
  apply_patch_call_output: true,
  code_interpreter_call: true,
  compaction: true,
  compaction_trigger: true,
  computer_call: true,
  computer_call_output: true,
  configuration_update: true,
  custom_tool_call: true,
  custom_tool_call_output: true,
  file_search_call: true,
  function_call: true,
  function_call_output: true,
  image_generation_call: true,
  item_reference: true,
  local_shell_call: true,
  local_shell_call_output: true,
  mcp_approval_request: true,
  mcp_approval_response: true,
  mcp_call: true,
  mcp_list_tools: true,
  message: true,
  program: true,
  program_output: true,
  reasoning: true,
  shell_call: true,
  shell_call_output: true,
  tool_search_call: true,
  tool_search_output: true,
  web_search_call: true
} satisfies Record<NonNullable<ResponseInputItem["type"]>, true>

/** The types of tools, as it declares them. */
export const toolTypes = {
  apply_patch: true,
  code_interpreter: true,
  computer: true,
  computer_use_preview: true,
  custom: true,
  file_search: true,
  function: true,
  image_generation: true,
  local_shell: true,
  mcp: true,
  namespace: true,
  programmatic_tool_calling: true,
  shell: true,
  tool_search: true,
  web_search: true,
  web_search_2025_08_26: true,
  web_search_preview: true,
  web_search_preview_2025_03_11: true
} satisfies Record<Tool["type"], true>
