import { readFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { cli, isogloss, pasted } from "./process.ts"

const translate = (args: readonly string[], input: string) => isogloss(["translate", ...args], {}, input).ended

const there = ["--from", "messages", "--to", "chat-completions"]
const back = ["--from", "chat-completions", "--to", "messages"]

describe("isogloss translate", { timeout: 180_000 }, () => {
  it("translates a request, with its notes on the standard error", async () => {
    const body = '{"model":"claude-x","max_tokens":10,"messages":[{"role":"user","content":"Hi"}],"top_k":5}'
    expect(await translate([...there, "--model", "gpt-4o"], body)).toEqual({
      code: 0,
      stdout: '{"model":"gpt-4o","messages":[{"role":"user","content":"Hi"}],"max_completion_tokens":10}\n',
      stderr:
        "dropped /top_k: `top_k` is not supported by the Chat Completions API and was not sent. (chat-completions/unsupported, meaning)\n"
    })
  })

  it("translates a request the other way", async () => {
    const body = '{"model":"m","messages":[{"role":"user","content":"Hi"}],"max_completion_tokens":10}'
    const { code, stdout } = await translate(back, body)
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { model: "m", max_tokens: 10, messages: [{ role: "user", content: [{ type: "text", text: "Hi" }] }] }
    ])
  })

  it("translates an answer", async () => {
    const body =
      '{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"Ho"}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":2}}'
    const { code, stdout } = await translate([...there, "--response"], body)
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      {
        id: "msg_1",
        object: "chat.completion",
        choices: [{ index: 0, message: { role: "assistant", content: "Ho" }, finish_reason: "stop" }],
        usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
      }
    ])
  })

  it("translates a stream, and ends one that was cut off in an error", async () => {
    const frames =
      'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}\n\n' +
      'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n' +
      'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Ho"}}\n\n'
    const { code, stdout, stderr } = await translate([...there, "--stream"], frames)
    expect([code, stderr]).toEqual([1, "isogloss: The upstream's stream ended before its last event.\n"])
    expect(stdout).toContain('"content":"Ho"')
    expect(stdout).toMatch(/data: \{"error":\{.*\}\}\n\n$/)
    expect(stdout).not.toContain("[DONE]")
  })

  it("ends quietly where nobody reads on", { timeout: 180_000 }, async () => {
    const event = (data: object): string => `printf '%s\\n\\n' 'data: ${JSON.stringify(data)}'`
    const message = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], stop_reason: null }
    const head = event({ type: "message_start", message: { ...message, usage: { input_tokens: 1, output_tokens: 1 } } })
    const open = event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } })
    const delta = event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Ho" } })
    const run = `'${process.execPath}' '${cli}' translate ${[...there, "--stream"].join(" ")}`
    const { stdout, stderr } = await pasted(
      `(${head}; ${open}; while ${delta}; do :; done) 2>/dev/null | ${run} | head -c 5`
    )
    expect([stdout, stderr]).toEqual(["data:", ""])
  })

  it("says its version", { timeout: 180_000 }, async () => {
    const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"))
    expect(await isogloss(["--version"]).ended).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" })
  })

  it("tells what is wrong in the client's format, with exit code 1", async () => {
    const { code, stdout } = await translate(
      there,
      '{"model":"m","max_tokens":"ten","messages":[{"role":"user","content":"Hi"}]}'
    )
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { type: "error", error: { type: "invalid_request_error", message: expect.stringContaining("/max_tokens") } }
    ])
  })

  it("refuses a loss under --strict, with exit code 1", async () => {
    const body = '{"model":"m","max_tokens":10,"messages":[{"role":"user","content":"Hi"}],"top_k":5}'
    const { code, stdout } = await translate([...there, "--strict"], body)
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { error: { message: expect.stringContaining("/top_k") } }])
  })

  it.each([
    ["no format", [], "isogloss: `--from` is missing: chat-completions, messages, generate-content or responses.\n"],
    [
      "an unknown format",
      ["--from", "smoke"],
      "isogloss: `--from` must be chat-completions, messages, generate-content or responses.\n"
    ],
    [
      "two kinds of answer",
      [...there, "--stream", "--response"],
      "isogloss: `--stream` and `--response` exclude each other. Give one of them.\n"
    ]
  ])("refuses %s, with exit code 2", async (_, args, stderr) => {
    expect(await translate(args, "")).toEqual({ code: 2, stdout: "", stderr })
  })
})
