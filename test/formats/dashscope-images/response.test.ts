import { describe, expect, it } from "vitest"
import { dashscopeImages } from "../../../src/formats/dashscope-images.ts"
import type { ErrorReason } from "../../../src/core/errors/error.ts"
import { decoded, wrong } from "../images/asking.ts"

const choice = (...content: readonly object[]) => ({ finish_reason: "stop", message: { role: "assistant", content } })

describe("an answer of DashScope", () => {
  it("is the vendor's documented example", () => {
    const body = {
      output: {
        choices: [choice({ image: "https://example.com/made.png?Expires=1" })],
        task_metric: { TOTAL: 1, FAILED: 0, SUCCEEDED: 1 }
      },
      usage: { width: 1328, height: 1328, image_count: 1 },
      request_id: "7a270c86-db58-9faf-b403-xxxxxx"
    }
    expect(decoded(dashscopeImages, body)).toEqual({
      images: [{ url: "https://example.com/made.png?Expires=1" }],
      usage: { by: new Map([["images.made", 1]]) }
    })
  })

  it("has the images of all contents of all choices", () => {
    const choices = [choice({ image: "https://a/1" }, { image: "https://a/2" }), choice({ image: "https://a/3" })]
    expect(decoded(dashscopeImages, { output: { choices } })).toEqual({
      images: [{ url: "https://a/1" }, { url: "https://a/2" }, { url: "https://a/3" }]
    })
  })

  it("may say what the prompt was made into", () => {
    const body = { output: { choices: [choice({ image: "https://a/1" }, { text: "A red fox in the snow" })] } }
    expect(decoded(dashscopeImages, body).images).toEqual([
      { url: "https://a/1", revisedPrompt: "A red fox in the snow" }
    ])
  })

  it("keeps the texts that it says one below the other", () => {
    const body = { output: { choices: [choice({ image: "https://a/1" }, { text: "A fox" }, { text: "in the snow" })] } }
    expect(decoded(dashscopeImages, body).images).toEqual([{ url: "https://a/1", revisedPrompt: "A fox\nin the snow" }])
  })

  it("is the error that it holds", () => {
    expect(wrong(dashscopeImages, { code: "DataInspectionFailed", message: "No.", request_id: "r" })).toEqual([
      "ContentBlocked",
      "DataInspectionFailed",
      "No."
    ])
  })

  it.each([
    ["null", [["", "The answer is not a JSON object."]]],
    ["{}", [["", "`output` is required."]]],
    ['{"output":{}}', [["/output", "`choices` is required."]]],
    ['{"output":{"choices":[{}]}}', [["/output/choices/0", "`message` is required."]]],
    ['{"output":{"choices":[{"message":{}}]}}', [["/output/choices/0/message", "`content` is required."]]],
    [
      '{"output":{"choices":[{"message":{"content":[{"image":1}]}}]}}',
      [["/output/choices/0/message/content/0/image", "`image` must be a string."]]
    ]
  ])("%s is wrong at its place", (body, issues) => {
    expect(wrong(dashscopeImages, body)).toEqual(issues)
  })
})

describe("an error of DashScope", () => {
  const cases: readonly (readonly [status: number, code: string, reason: ErrorReason])[] = [
    [400, "InvalidParameter", "InvalidRequest"],
    [400, "InvalidParameter.DataInspection", "InvalidRequest"],
    [400, "BadRequest.EmptyInput", "InvalidRequest"],
    [400, "InvalidURL", "InvalidRequest"],
    [400, "InvalidFile.Resolution", "InvalidRequest"],
    [400, "DataInspectionFailed", "ContentBlocked"],
    [400, "IPInfringementSuspect", "ContentBlocked"],
    [400, "Arrearage", "QuotaExceeded"],
    [401, "InvalidApiKey", "UpstreamFailed"],
    [403, "AccessDenied.Unpurchased", "UpstreamFailed"],
    [403, "Model.AccessDenied", "UpstreamFailed"],
    [404, "ModelNotFound", "NotFound"],
    [408, "RequestTimeOut", "UpstreamTimeout"],
    [413, "BadRequest.TooLarge", "PayloadTooLarge"],
    [429, "Throttling", "RateLimited"],
    [429, "Throttling.RateQuota", "RateLimited"],
    [429, "Throttling.AllocationQuota", "RateLimited"],
    [429, "Throttling.BurstRate", "RateLimited"],
    [429, "PostpaidBillOverdue", "QuotaExceeded"],
    [500, "InternalError", "UpstreamFailed"],
    [500, "InternalError.Algo", "UpstreamFailed"],
    [500, "InternalError.Timeout", "UpstreamTimeout"],
    [503, "ModelUnavailable", "Overloaded"],
    [503, "ModelServingError", "Overloaded"]
  ]
  it.each(cases)("%i %s is %s", (status, code, reason) => {
    const body = JSON.stringify({ code, message: "m", request_id: "r1" })
    const error = dashscopeImages.decodeError(status, {}, body)
    expect([error.reason, error.details.requestId]).toEqual([reason, "r1"])
  })

  const alone: readonly (readonly [reason: ErrorReason, codes: string])[] = [
    ["InvalidRequest", "InvalidParameter BadRequest InvalidURL InvalidFile UnsupportedOperation"],
    ["UpstreamFailed", "InvalidApiKey AccessDenied Model.AccessDenied Workspace.AccessDenied App.AccessDenied"],
    ["NotFound", "ModelNotFound NotFound WorkSpaceNotFound Model.NotExist"],
    ["Conflict", "Conflict"],
    ["PayloadTooLarge", "BadRequest.TooLarge RequestEntityTooLarge"],
    ["RateLimited", "Throttling limit_requests"],
    ["ContentBlocked", "DataInspectionFailed IPInfringementSuspect FaqRuleBlocked CustomRoleBlocked"],
    ["UpstreamTimeout", "RequestTimeOut InternalError.Timeout ResponseTimeout"],
    ["Overloaded", "ModelUnavailable ModelServingError"],
    ["UpstreamFailed", "InternalError SystemError ModelServiceFailed InvokePluginFailed AppProcessFailed RewriteFailed"]
  ]
  it.each(alone)("is %s by its code where the status says nothing: %s", (reason, codes) => {
    const read = (status: number, code: string) =>
      dashscopeImages.decodeError(status, {}, JSON.stringify({ code, message: "m" })).reason
    for (const code of codes.split(" "))
      expect([code, read(418, code), read(599, code)]).toEqual([code, reason, reason])
  })
})
