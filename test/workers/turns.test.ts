import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { images } from "../../src/endpoints/images.ts"
import { modelsOf } from "../../src/hosts/cli/served.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { formOf } from "../../src/exchange/images/calls.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"

const picture = (bytes: number): string =>
  Buffer.concat([Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB", "base64"), Buffer.alloc(bytes)]).toString("base64")

/** How often others had their turn while a picture of so many bytes was changed into another. */
const turnsFor = async (bytes: number): Promise<number> => {
  const answer = JSON.stringify({ created: 1, data: [{ b64_json: picture(bytes) }] })
  const upstream = layerFetch(() =>
    Promise.resolve(new Response(answer, { headers: { "content-type": "application/json" } }))
  )
  const upstreams = [{ name: "gptimage", family: "gptimage", key: "some", retired: [] }] as const
  const models = Layer.provide(await modelsOf({ upstreams, routes: [] }), upstream)
  const gateway = Gateway.make(
    Gateway.layer(images).pipe(Layer.provide(models), Layer.provide(Credentials.keys("client")))
  )
  const body = JSON.stringify({ model: "gpt-image-1", prompt: "x", image: picture(bytes) })
  await gateway.ready
  let turns = 0
  let over = false
  const beat = (): void => {
    turns++
    if (!over) setImmediate(beat)
  }
  setImmediate(beat)
  const headers = { authorization: "Bearer client", "content-type": "application/json" }
  const response = await gateway.fetch(
    new Request("http://gateway.test/v1/images/generations", { method: "POST", headers, body })
  )
  over = true
  expect([response.status, (await response.text()).includes(picture(bytes))]).toEqual([200, true])
  await gateway.dispose()
  return turns
}

it("others have their turns while a long picture is read, sent as a form, and told", async () => {
  await turnsFor(30)
  const short = await turnsFor(30)
  expect(await turnsFor(3_000_000)).toBeGreaterThanOrEqual(short + 10)
})

it("a long file is written into its form a mebibyte of base64 at a time", () => {
  const base64 = "AAAA".repeat(1024 * 1024)
  const steps = formOf([{ name: "image", file: "a.png", mime: "image/png", base64 }], "line")
  let turns = 0
  while (steps.next().done !== true) turns++
  // Between its four slices three, and one before all is joined.
  expect(turns).toBe(3 + 1)
})
