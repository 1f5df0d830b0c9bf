import { describe, expect } from "vitest"
import { foldStream, unfoldResponse } from "../../src/core/events/fold.ts"
import { differences, plain } from "./differ.ts"
import { law } from "./law.ts"
import { wildResponse } from "./made/wild.ts"
import { streamsWell } from "./streams.ts"
import { everySubject } from "./subjects.ts"

describe("the words of streams", () => {
  law("folding what was unfolded gives the answer back", wildResponse, (value) => {
    expect(differences(plain(value), plain(foldStream(unfoldResponse(value)).response))).toEqual([])
  })
})

everySubject.forEach(streamsWell)
