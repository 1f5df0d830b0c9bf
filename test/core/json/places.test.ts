import { describe, expect, it } from "vitest"
import { memberText, scalarMembers, valuePlaces, placesInTurns } from "../../../src/core/json/pointer.ts"

const placesIn = (text: string): readonly (readonly [name: string, value: string])[] =>
  [...valuePlaces(text)].map(({ name, from, to }) => [name, text.slice(from, to)])

describe("the places of values in a JSON text", () => {
  it("are those of an object's members, each value as it is spelled", () => {
    expect(placesIn(' { "a" : 1.0 , "b":"x, }\\"]" ,"c":{"d":[1,{"a":2}]} } ')).toEqual([
      ["a", "1.0"],
      ["b", '"x, }\\"]"'],
      ["c", '{"d":[1,{"a":2}]}']
    ])
  })

  it("are those of a list's items", () => {
    expect(placesIn('[1, {"a":[2, 3]} ,"]",[]]')).toEqual([
      ["", "1"],
      ["", '{"a":[2, 3]}'],
      ["", '"]"'],
      ["", "[]"]
    ])
  })

  it.each([1, 2, 7, 100])("are the same where others have their turn after each %i characters", (turn) => {
    const text = '{"a":[1,{"b":"x, }\\"]"},[[]]],"c" : 1.0 ,"d":"y"}'
    const places = [...placesInTurns(text, turn)]
    expect(places.filter((place) => place !== undefined)).toEqual([...valuePlaces(text)])
    expect(places.includes(undefined)).toBe(turn < text.length)
  })

  it("have their names as they read", () => {
    expect(placesIn('{"\\u0061\\"":1}')).toEqual([['a"', "1"]])
  })

  it.each(["", "1", '"[1]"', "{}", "[]", "null"])(
    "are none where there is no container, or nothing in it: %s",
    (text) => {
      expect(placesIn(text)).toEqual([])
    }
  )

  it.each(['{"a"', '{"a":', "[1,", "[,,", '{"a":}', "{:}", '{"\\x":1}', "[}", '["a" "b"'])(
    "come to an end in a text that is broken off: %s",
    (text) => {
      expect(placesIn(text).length).toBeLessThan(4)
    }
  )
})

it("a member is had as it is spelled, the first of its name, and no member of what is inside", () => {
  expect(memberText('{"in":{"id":1},"id": 2.0,"id":3}', "id")).toBe("2.0")
  expect(memberText('{"in":{"id":1}}', "id")).toBeUndefined()
})

it("members that are no containers are had without the others", () => {
  expect(scalarMembers('{"a":"x\\n","b":[1],"c":null,"d":{"e":1},"f":true,"__proto__":2}')).toEqual(
    JSON.parse('{"a":"x\\n","c":null,"f":true,"__proto__":2}')
  )
})
