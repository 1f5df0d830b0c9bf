import { describe, expect, it } from "vitest"
import { appRefusal } from "../../src/hosts/frameworks.ts"

describe("an error of an app's", () => {
  it.each([
    [401, "Unauthenticated"],
    [403, "PermissionDenied"],
    [413, "PayloadTooLarge"],
    [418, "InvalidRequest"],
    [422, "InvalidRequest"]
  ])("is answered with its own status: %d", (status, reason) => {
    const refusal = appRefusal(Object.assign(new Error("No."), { status }))
    expect([refusal?.status, refusal?.reason, refusal?.message]).toEqual([status, reason, "No."])
  })
})
