import { expect, it } from "vitest"
import { decoded } from "./reading.ts"

it.each([
  ["a member that nobody knows", { text: "a", tomorrow: 1 }],
  ["what is said of videos", { text: "a", videoMetadata: { fps: 1 } }]
])("a text with %s is a text", (_, part) =>
  expect(decoded({ contents: [{ role: "user", parts: [part] }] }).messages).toMatchObject([
    { role: "user", parts: [{ type: "text", text: "a" }] }
  ])
)
