import { gatewayMembers } from "./gateways.ts"
import { modelMembers, compileNaming } from "./naming.ts"

const images = "https://platform.openai.com/docs/api-reference/images/create"

/** How bodies decide which model works that ask for something else than a chat, or whose format has no rules of its own. */
export const anyNaming = /* @__PURE__ */ compileNaming({
  members: [
    ...modelMembers(images, "/model", "/svg/model"),
    ...modelMembers("https://platform.openai.com/docs/api-reference/chat/create", "/moderation/model"),
    ...modelMembers("https://ai.google.dev/api/embeddings", "/requests/*/model"),
    ...gatewayMembers
  ],
  idOf: (text) => (text.startsWith("models/") ? text.slice("models/".length) : text),
  known:
    "aspectRatio aspect_ratio background complexity content contents dimensions documents duration durationSeconds encoding_format extra_body frame_count frame_duration_ms generateAudio image images input input_fidelity input_reference lastFrame markup mask max_tokens messages metadata n negativePrompt output_compression output_format outputDimensionality parameters partial_images prompt quality query requests resolution response_format return_documents safety_identifier sampleCount seconds seed sequential_image_generation size stream style taskType temperature title tools top_n user watermark".split(
      " "
    )
})
