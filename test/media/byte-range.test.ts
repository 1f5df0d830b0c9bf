import { describe, expect, it } from "vitest"
import { type AskedRange, rangeAsked } from "../../src/endpoints/media.ts"

const part = (offset: number, length: number): AskedRange => ({ offset, length })

/** What each header asks of ten bytes, by RFC 9110, section 14.1.2. */
const ofTen: readonly (readonly [header: string | undefined, asked: AskedRange])[] = [
  [undefined, "whole"],
  ["bytes=0-0", part(0, 1)],
  ["bytes=0-9", part(0, 10)],
  ["bytes=2-5", part(2, 4)],
  ["bytes=0-", part(0, 10)],
  ["bytes=9-", part(9, 1)],
  ["bytes=4-99", part(4, 6)],
  ["bytes=4-99999999999999999999999999", part(4, 6)],
  ["bytes=-1", part(9, 1)],
  ["bytes=-10", part(0, 10)],
  ["bytes=-99", part(0, 10)],
  ["BYTES=2-5", part(2, 4)],
  ["bytes = 2-5 ", part(2, 4)],
  ["bytes=10-", "nothing"],
  ["bytes=10-20", "nothing"],
  ["bytes=99999999999999999999999999-", "nothing"],
  ["bytes=-0", "nothing"],
  ["bytes=5-2", "whole"],
  ["bytes=0-1,3-4", "whole"],
  ["bytes=", "whole"],
  ["bytes=-", "whole"],
  ["bytes=a-b", "whole"],
  ["bytes=1.5-2", "whole"],
  ["bytes=+1-2", "whole"],
  ["bytes=--1", "whole"],
  ["items=0-1", "whole"],
  ["0-1", "whole"],
  ["", "whole"]
]

const ofNone: readonly (readonly [header: string, asked: AskedRange])[] = [
  ["bytes=0-", "nothing"],
  ["bytes=0-0", "nothing"],
  ["bytes=-1", "whole"],
  ["bytes=-0", "nothing"]
]

describe("a range", () => {
  it.each(ofTen)("%j of ten bytes is %j", (header, asked) => {
    expect(rangeAsked(header, 10)).toEqual(asked)
  })

  it.each(ofNone)("%j of no bytes is %j", (header, asked) => {
    expect(rangeAsked(header, 0)).toEqual(asked)
  })
})
