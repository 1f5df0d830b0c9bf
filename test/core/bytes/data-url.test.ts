import { describe, expect, it } from "vitest"
import { isBase64, isBrokenBase64, readDataUrl } from "../../../src/core/bytes.ts"

describe("a data: URL", () => {
  it.each([
    ["data:image/png;base64,AAEC", { mime: "image/png", data: "AAEC" }],
    ["DATA:image/png;BASE64,AAEC", { mime: "image/png", data: "AAEC" }],
    ["data:text/plain;charset=utf-8;base64,AA==", { mime: "text/plain;charset=utf-8", data: "AA==" }],
    ["data:;base64,", { mime: "", data: "" }],
    ["data:text/plain,AAEC", undefined],
    ["data:image/png;base64", undefined],
    ["https://example.com/?data:image/png;base64,AAEC", undefined]
  ])("%s", (url, holds) => expect(readDataUrl(url)).toEqual(holds))
})

/** The vectors of RFC 4648, section 10, with and without padding, and texts that no base64 can be. */
describe("base64", () => {
  it.each(["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zg", "Zm8", "+/+/"])("is %j", (text) =>
    expect([isBase64(text), isBrokenBase64(text)]).toEqual([true, false])
  )
  it.each(["Zm9v\nZm9v", "-_-_"])("is not quite %j, which lenient readers take", (text) =>
    expect([isBase64(text), isBrokenBase64(text)]).toEqual([false, false])
  )
  it.each(["Z", "Zm9vZ", "Zm9!", "====", "Zm=v", "%5A"])("is not %j", (text) =>
    expect([isBase64(text), isBrokenBase64(text)]).toEqual([false, true])
  )
})
