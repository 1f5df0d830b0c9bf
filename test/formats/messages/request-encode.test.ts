import { describe, expect, it } from "vitest"
import type { ContentPart } from "../../../src/core/chat/chat.ts"
import { sealEnvelope } from "../../../src/core/chat/envelope.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import {
  assistant,
  bodyOf,
  call,
  decoded,
  encoded,
  f,
  foreign,
  minimal,
  refusedBy,
  result,
  rulesOf,
  system,
  target,
  text,
  user
} from "./reading.ts"

const image = { type: "media", media: "image", mime: "image/png", source: { kind: "base64", data: "aGk=" } } as const

describe("what is written of a conversation", () => {
  it("puts the leading system messages into `system`", () => {
    const body = bodyOf(foreign({ messages: [system("A"), system("B"), user(text("C"))] }))
    expect(body["system"]).toEqual([
      { type: "text", text: "A" },
      { type: "text", text: "B" }
    ])
  })

  it("keeps a later system message where the target takes it", () => {
    const body = bodyOf(foreign({ messages: [user(text("A")), system("B"), user(text("C"))] }), {
      ...target,
      lateSystem: "native"
    })
    expect(body["messages"]).toEqual([
      { role: "user", content: [{ type: "text", text: "A" }] },
      { role: "system", content: [{ type: "text", text: "B" }] },
      { role: "user", content: [{ type: "text", text: "C" }] }
    ])
  })

  it("writes a later system message as user text in its place", () => {
    const request = foreign({ messages: [user(text("A")), system("B"), user(text("C"))] })
    expect(bodyOf(request)["messages"]).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "A" },
          { type: "text", text: "<system>\nB\n</system>" },
          { type: "text", text: "C" }
        ]
      }
    ])
    expect(rulesOf(request)).toEqual(["late-system"])
  })

  it("hoists a later system message only where the target says so", () => {
    const body = bodyOf(foreign({ messages: [user(text("A")), system("B")] }), { ...target, lateSystem: "hoist" })
    expect(body["system"]).toEqual([{ type: "text", text: "B" }])
  })

  it("merges messages of one role", () => {
    const body = bodyOf(foreign({ messages: [user(text("A")), user(text("B"))] }))
    expect(body["messages"]).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "A" },
          { type: "text", text: "B" }
        ]
      }
    ])
  })

  it("puts results first, in the order of their calls", () => {
    const messages = [
      user(text("Go")),
      assistant(call("a"), call("b")),
      user(text("Well?")),
      user(result("b", "2")),
      user(result("a", "1"))
    ]
    const body = bodyOf(foreign({ messages, tools: [f] }))
    expect(
      (body["messages"] as { content: { type: string; tool_use_id?: string }[] }[])[2]?.content.map(
        (it) => it.tool_use_id ?? it.type
      )
    ).toEqual(["a", "b", "text"])
  })

  it.each([
    ["a result without its call", [user(result("a"))]],
    ["a call without its result", [user(text("A")), assistant(call("a")), user(text("B"))]],
    ["two calls of one id", [user(text("A")), assistant(call("a"), call("a")), user(result("a"), result("a"))]]
  ])("refuses %s", (_what, messages) => {
    expect(refusedBy(foreign({ messages }))).toContain("unpaired-call")
  })

  it("tells calls of one id in two turns apart", () => {
    const turn = [assistant(call("a")), user(result("a"))]
    const body = bodyOf(foreign({ messages: [user(text("Go")), ...turn, ...turn], tools: [f] }))
    const ids = (body["messages"] as { content: { id?: string; tool_use_id?: string }[] }[]).map(
      ({ content }) => content[0]?.id ?? content[0]?.tool_use_id
    )
    expect(ids[1]).toBe("a")
    expect(ids[2]).toBe("a")
    expect(ids[3]).not.toBe("a")
    expect(ids[4]).toBe(ids[3])
  })

  it("drops empty text", () => {
    expect(bodyOf(foreign({ messages: [user(text(""), text("A"))] }))["messages"]).toEqual([
      { role: "user", content: [{ type: "text", text: "A" }] }
    ])
  })

  it("refuses an empty user message", () => {
    expect(refusedBy(foreign({ messages: [user(text("A")), assistant(text("B")), user(text(""))] }))).toEqual([
      "empty-user"
    ])
  })

  it("leaves an empty user message out where its turn says something", () => {
    const request = foreign({ messages: [user(text("")), user(text("A"))] })
    expect(rulesOf(request)).toEqual(["empty-message"])
    expect(bodyOf(request)["messages"]).toEqual([{ role: "user", content: [{ type: "text", text: "A" }] }])
  })

  it("refuses a user's turn of empty messages", () => {
    const messages = [user(text("A")), assistant(text("B")), user(text("")), user(text(""))]
    expect(refusedBy(foreign({ messages }))).toEqual(["empty-user", "empty-user"])
  })

  it("leaves an empty assistant message out", () => {
    expect(rulesOf(foreign({ messages: [user(text("A")), assistant(), user(text("B"))] }))).toEqual(["empty-message"])
  })

  it.each([
    ["of the assistant first", [assistant(text("A")), user(text("B"))], "assistant-first"],
    ["of system alone", [system("A")], "no-messages"]
  ])("refuses a conversation %s", (_what, messages, rule) => {
    expect(refusedBy(foreign({ messages }))).toEqual([rule])
  })

  it("continues an assistant's last message, without the white space at its end", () => {
    const request = foreign({ messages: [user(text("A")), assistant(text("B \n"))] })
    expect((bodyOf(request)["messages"] as unknown[])[1]).toEqual({
      role: "assistant",
      content: [{ type: "text", text: "B" }]
    })
    expect(rulesOf(request)).toEqual(["prefill", "prefill"])
  })

  it("refuses to continue where the model does not", () => {
    expect(
      refusedBy(foreign({ messages: [user(text("A")), assistant(text("B"))] }), { ...target, prefill: false })
    ).toEqual(["no-prefill"])
  })
})

describe("what is written of parts", () => {
  const inHistory = (...parts: readonly ContentPart[]) =>
    foreign({ messages: [user(text("A")), assistant(...parts), user(text("B"))] })

  it("writes a refusal as text", () => {
    const request = inHistory({ type: "refusal", text: "No." })
    expect((bodyOf(request)["messages"] as { content: unknown }[])[1]?.content).toEqual([{ type: "text", text: "No." }])
    expect(rulesOf(request)).toEqual(["refusal-text"])
  })

  it("sends thinking with the vendor's own signature", () => {
    const request = inHistory(
      { type: "reasoning", text: "Hm.", opaque: [{ vendor: "anthropic", kind: "signature", data: "c2ln" }] },
      text("C")
    )
    expect((bodyOf(request)["messages"] as { content: unknown[] }[])[1]?.content[0]).toEqual({
      type: "thinking",
      thinking: "Hm.",
      signature: "c2ln"
    })
  })

  it.each([
    ["without a signature", undefined, "unsigned-thinking"],
    ["with another vendor's", [{ vendor: "google", kind: "signature", data: "x" }], "foreign-opaque"],
    ["with another model's", [{ vendor: "anthropic", kind: "signature", data: "x", model: "other" }], "foreign-opaque"]
  ] as const)("never sends thinking %s", (_what, opaque, rule) => {
    const request = inHistory(
      { type: "reasoning", text: "Hm.", ...(opaque === undefined ? {} : { opaque }) },
      text("C")
    )
    expect((bodyOf(request)["messages"] as { content: unknown[] }[])[1]?.content).toEqual([{ type: "text", text: "C" }])
    expect(rulesOf(request)).toEqual([rule])
  })

  it("leaves out pictures of the assistant", () => {
    const request = inHistory(image, text("C"))
    expect((bodyOf(request)["messages"] as { content: unknown }[])[1]?.content).toEqual([{ type: "text", text: "C" }])
    expect(rulesOf(request)).toEqual(["unknown-part"])
  })

  it("refuses other media of the assistant", () => {
    expect(refusedBy(inHistory({ ...image, media: "video" }))).toEqual(["unsupported-media"])
  })

  it("takes a call's empty input for an empty object", () => {
    const body = bodyOf(
      foreign({ messages: [user(text("A")), assistant(call("a", "f", "")), user(result("a"))], tools: [f] })
    )
    expect((body["messages"] as { content: unknown[] }[])[1]?.content[0]).toEqual({
      type: "tool_use",
      id: "a",
      name: "f",
      input: {}
    })
  })

  it.each(["[1]", '"x"', '{"a":', "null", '{"a":1,"a":2}'])("sends the input %s as text", (json) => {
    const messages = [user(text("A")), assistant(call("a", "f", json)), user(result("a"))]
    const body = bodyOf(foreign({ messages, tools: [f] }))
    expect((body["messages"] as { content: unknown[] }[])[1]?.content[0]).toMatchObject({ input: { input: json } })
  })

  it("keeps the numbers and the order of a call's input", () => {
    const json = '{"10":12345678901234567890,"2":1.0}'
    const messages = [user(text("A")), assistant(call("a", "f", json)), user(result("a"))]
    expect(encoded(foreign({ messages, tools: [f] })).value.call.body.text).toContain(`"input":${json}`)
  })

  it("spells ids and names as the endpoint takes them, and undoes the names", () => {
    const messages = [user(text("A")), assistant(call("functions.f:0", "fs:read")), user(result("functions.f:0"))]
    const { value } = encoded(foreign({ messages, tools: [{ ...f, name: "fs:read" }] }))
    const body = JSON.parse(value.call.body.text) as {
      messages: { content: { id?: string; tool_use_id?: string; name?: string }[] }[]
      tools: { name: string }[]
    }
    const sent = body.messages[1]?.content[0]
    expect(sent?.id).toMatch(/^[A-Za-z0-9_-]+$/)
    expect(body.messages[2]?.content[0]?.tool_use_id).toBe(sent?.id)
    expect(sent?.name).toBe(body.tools[0]?.name)
    expect(value.undo.names.get(sent?.name ?? "")).toBe("fs:read")
  })

  it("gives calls without ids ids by their place", () => {
    const messages = [
      user(text("A")),
      assistant({
        type: "tool-call",
        name: "f",
        of: "function",
        runBy: "client",
        input: { kind: "json", json: JsonText.source("{}") }
      }),
      user({
        type: "tool-result",
        name: "f",
        of: "function",
        runBy: "client",
        output: { kind: "parts", parts: [text("ok")] }
      })
    ]
    const body = bodyOf(foreign({ messages, tools: [f] }))
    expect(body["messages"]).toMatchObject([
      {},
      { content: [{ id: "isg_1_0" }] },
      { content: [{ tool_use_id: "isg_1_0" }] }
    ])
  })

  it.each([
    ["a sound", { type: "media", media: "audio", source: { kind: "base64", data: "" } }, "unsupported-media"],
    [
      "a film",
      { type: "media", media: "video", source: { kind: "url", url: "https://example.com/a.mp4" } },
      "unsupported-media"
    ],
    ["an image of another type", { ...image, mime: "image/bmp" }, "unsupported-media"],
    [
      "a URL that is none of the web",
      { type: "media", media: "image", source: { kind: "url", url: "gs://a" } },
      "unsupported-media"
    ],
    [
      "another vendor's file",
      { type: "media", media: "document", source: { kind: "ref", ref: { vendor: "openai", kind: "file", id: "x" } } },
      "held-elsewhere"
    ]
  ] as const)("refuses %s", (_what, part, rule) => {
    expect(refusedBy(foreign({ messages: [user(part)] }))).toContain(rule)
  })

  it("sends text that came as bytes as a text document", () => {
    const part = {
      type: "media",
      media: "document",
      mime: "text/csv",
      name: "a.csv",
      source: { kind: "base64", data: "YSxi" }
    } as const
    expect(bodyOf(foreign({ messages: [user(part)] }))["messages"]).toMatchObject([
      {
        content: [{ type: "document", source: { type: "text", media_type: "text/plain", data: "a,b" }, title: "a.csv" }]
      }
    ])
  })

  it("keeps the first cache mark and the last three", () => {
    const marked = (words: string) => ({ type: "text", text: words, cache: {} }) as const
    const request = foreign({ messages: [user(...["1", "2", "3", "4", "5", "6"].map(marked))] })
    const [message] = bodyOf(request)["messages"] as { content: { text: string; cache_control?: unknown }[] }[]
    expect(message?.content.filter((it) => it.cache_control !== undefined).map((it) => it.text)).toEqual([
      "1",
      "4",
      "5",
      "6"
    ])
    expect(rulesOf(request)).toEqual(["cache-mark", "cache-mark"])
  })

  it("brings other cache times to an hour", () => {
    const request = foreign({ messages: [user({ type: "text", text: "A", cache: { ttl: "24h" } })] })
    expect(bodyOf(request)["messages"]).toMatchObject([
      { content: [{ cache_control: { type: "ephemeral", ttl: "1h" } }] }
    ])
    expect(rulesOf(request)).toEqual(["cache-time"])
  })

  it("ignores a carrier whose digest is not its text's", () => {
    const sealed = sealEnvelope({ vendor: "anthropic", kind: "signature", data: "x" }, 0, "another text")
    const request = decoded(
      minimal({
        messages: [
          { role: "user", content: "A" },
          {
            role: "assistant",
            content: [
              { type: "thinking", thinking: "Hm.", signature: sealed },
              { type: "text", text: "B" }
            ]
          },
          { role: "user", content: "C" }
        ]
      })
    )
    expect(encoded(request).value.call.body.text).not.toContain("Hm.")
  })
})
