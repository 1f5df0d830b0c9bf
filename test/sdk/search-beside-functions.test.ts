import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { majors } from "../sandbox/gemini.ts"
import { chatOf, chatTools, messagesOf, messagesTools } from "./asked.ts"
import { type ChatBody, chatSdks } from "./chat-sdks.ts"
import { clientKey, type Served, serveSandbox } from "./gateway.ts"
import { messagesSdks } from "./messages-sdks.ts"

let served: Served
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined) // the SDK warns of parts that are no text
  served = await serveSandbox()
})
afterAll(() => served.close())

const webSearch = { type: "function" as const, function: { name: "webSearch" } }
const declarations = chatTools.flatMap((tool) => (tool.type === "function" ? [{ name: tool.function.name }] : []))

/** What the vendor's Google-style library calls an option of the body, as an SDK sends it beside the known members. */
const withExtra: Partial<ChatBody> = { tools: chatTools }
Object.assign(withExtra, { extra_body: { google: { tools: [{ webSearch: {} }] } } })

/** Every way in which a client asks for the vendor's search beside functions of its own. */
const asking: readonly (readonly [string, (model: string) => Promise<unknown>])[] = [
  ...Object.entries(chatSdks).flatMap(([name, make]) => [
    [
      `${name}, a function`,
      (model: string) => make({ url: served.url }).create(chatOf(model, { tools: [webSearch, ...chatTools] }))
    ] as const,
    [`${name}, extra_body`, (model: string) => make({ url: served.url }).create(chatOf(model, withExtra))] as const,
    [
      `${name}, a forced choice`,
      (model: string) =>
        make({ url: served.url }).create(chatOf(model, { tools: [webSearch, ...chatTools], tool_choice: "required" }))
    ] as const
  ]),
  ...Object.entries(messagesSdks).map(
    ([name, make]) =>
      [
        name,
        (model: string) => {
          const tools = [{ type: "web_search_20250305" as const, name: "web_search" as const }, ...messagesTools]
          return make({ url: served.url }).create(messagesOf(model, { tools }))
        }
      ] as const
  ),
  ...majors.map(
    ([name, at]) =>
      [
        name,
        (model: string) => {
          const tools = [{ googleSearch: {} }, { functionDeclarations: declarations }]
          return at(served.url, clientKey).generate({ model, contents: "Hello there", config: { tools } })
        }
      ] as const
  )
]

const bodyOf = () => served.calls().at(-1)?.body

describe("the vendor's search beside functions", () => {
  it("is asked for in 10 ways", () => expect(asking).toHaveLength(10))

  it.each(asking)("is said to a model that takes both: %s", async (_, ask) => {
    await ask("gemini-3-pro-preview")
    expect(bodyOf()).toMatchObject({
      tools: expect.arrayContaining([expect.objectContaining({ googleSearch: expect.any(Object) })]),
      toolConfig: { includeServerSideToolInvocations: true }
    })
  })

  it.each(asking)("gives way to the functions where a model takes one kind: %s", async (_, ask) => {
    await ask("gemini-2.5-flash")
    const body = JSON.stringify(bodyOf())
    expect(body).toContain('"get_weather"')
    expect(body).not.toMatch(/search|includeServerSide/i)
  })

  const post = (model: string, tools: readonly object[], more: object = {}) =>
    fetch(`${served.url}/v1beta/models/${model}:generateContent`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-goog-api-key": clientKey },
      body: JSON.stringify({ contents: [{ role: "user", parts: [{ text: "Hi" }] }], tools, ...more })
    })

  const functions = { function_declarations: [{ name: "f" }] }

  it("is left out with a note", async () => {
    const { headers } = await post("gemini-2.5-flash", [{ webSearch: {} }, functions])
    expect(headers.get("x-isogloss-notes")).toContain("gemini/tool-mix")
  })

  it("stays where no function is declared", async () => {
    await post("gemini-2.5-flash", [{ functionDeclarations: [{ name: "webSearch" }] }])
    expect(bodyOf()).toMatchObject({ tools: [{ googleSearch: {} }] })
  })

  it("takes each member out of an element that has functions, too", async () => {
    await post("gemini-2.5-pro", [{ ...functions, url_context: {}, codeExecution: {} }, { googleMaps: {} }])
    expect(bodyOf()).toMatchObject({ tools: [{ function_declarations: [{ name: "f" }] }] })
  })

  it("leaves what the client says of it, and holds every call to its schema", async () => {
    const said = { include_server_side_tool_invocations: true, functionCallingConfig: { mode: "AUTO" } }
    await post("gemini-3-pro-preview", [{ urlContext: {} }, functions], { tool_config: said })
    expect(bodyOf()).toMatchObject({
      tool_config: { include_server_side_tool_invocations: true, functionCallingConfig: { mode: "VALIDATED" } }
    })
  })

  it.each([
    ["gemini-9-pro", true],
    ["gemini-2.0-flash", false]
  ])("is said to a model that is not listed as its name says how new it is: %s", async (model, said) => {
    await post(model, [{ googleSearch: {} }, functions])
    expect(JSON.stringify(bodyOf()).includes('"includeServerSideToolInvocations":true')).toBe(said)
  })
})
