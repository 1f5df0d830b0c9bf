import * as Stream from "effect/Stream"
import { expect, it } from "vitest"
import { answerBytes } from "../../src/endpoints/media.ts"

it("A medium says until when it is kept", () => {
  const media = { tag: "t", size: 1, mime: "image/png", name: "a.png", until: 0, read: () => Stream.empty }
  expect(answerBytes(media, { method: "GET", headers: {} }).headers["expires"]).toBe("Thu, 01 Jan 1970 00:00:00 GMT")
})
