import type { PromiseId } from "../promises.ts"
import { absent, type Members } from "../row.ts"
import {
  data,
  type ImageCase,
  type ImageTable,
  links,
  noFlags,
  noIntegers,
  noTexts,
  raw,
  refuses,
  sends
} from "./row.ts"

const edit = "qwen-image-edit"
const plus = "qwen-image-edit-plus"
const made = "https://made.test/0.png"

const content = (...items: readonly unknown[]): Members => ({ input: { messages: [{ role: "user", content: items }] } })
const text = { text: "A lighthouse" }
const images = (count: number) => links(count).map((image) => ({ image }))
const edited = content({ image: data }, text)
const settings = (value: object, more: Members = {}): Members => ({ parameters: value, ...more })

type Values = readonly (readonly [given: unknown, sent: unknown, ...notes: readonly string[]])[]

/** Cases of a member of `parameters`. */
const member = (
  keeps: PromiseId,
  name: string,
  values: Values,
  model = "qwen-image",
  around: Members = {}
): readonly ImageCase[] =>
  values.map(([given, sent, ...notes]) => ({
    keeps,
    when: `${name} ${JSON.stringify(given)}`,
    model,
    given: settings({ [name]: given }, around),
    sent: { [`/parameters/${name}`]: sent },
    notes
  }))

const within = (name: string) => ({ put: (value: unknown) => settings({ [name]: value }) })

/** Family Q of `POST /v1/images/generations`. */
export const qwenImage: ImageTable = {
  name: "images: family Q",
  model: "qwen-image",
  body: content(text),
  cases: [
    {
      keeps: "images.q.defaults",
      when: "text to image",
      given: {},
      sent: {
        "/input/messages": [{ role: "user", content: [text] }],
        "/parameters/n": 1,
        "/parameters/watermark": true,
        "/parameters/prompt_extend": absent,
        "/parameters/seed": absent,
        "/parameters/size": absent
      },
      answer: { "/data/data/0": { url: made, b64_json: "", revised_prompt: "" } }
    },
    {
      keeps: "images.q.defaults",
      when: "edit-plus",
      model: plus,
      given: edited,
      sent: {
        "/parameters/watermark": true,
        "/parameters/prompt_extend": true,
        "/input/messages/0/content": [{ image: data }, text]
      }
    },
    {
      keeps: "images.q.images",
      when: "the edit model, one",
      model: edit,
      given: content({ image: raw }, text),
      sent: { "/input/messages/0/content/0": { image: data } }
    },
    {
      keeps: "images.q.images",
      when: "edit-plus, three",
      model: plus,
      given: content(...images(3), text),
      sent: { "/input/messages/0/content": [...images(3), text] }
    },
    ...refuses("images.q.images", "/input/messages/0/content/3/image", [4], {
      model: plus,
      put: (count) => content(...images(Number(count)), text)
    }),
    ...refuses("images.q.images", "/input/messages/0/content/1/image", [2], {
      model: edit,
      says: plus,
      put: (count) => content(...images(Number(count)), text)
    }),
    ...refuses("images.q.images", "/input/messages/0/content/0/image", [1], {
      says: `${edit}, ${plus}`,
      put: () => edited
    }),
    {
      keeps: "images.q.images",
      when: "the edit model, none",
      model: edit,
      given: {},
      refused: "/image",
      says: "image"
    },
    { keeps: "images.q.images", when: "edit-plus, none", model: plus, given: {}, refused: "/image", says: "image" },
    ...refuses("images.q.messages", "/input/messages/1", [2], {
      put: () => ({
        input: {
          messages: [
            { role: "user", content: [text] },
            { role: "user", content: [text] }
          ]
        }
      })
    }),
    ...refuses("images.q.messages", "/input/messages/0/role", ["assistant", "system", null], {
      put: (role) => ({ input: { messages: [{ role, content: [text] }] } })
    }),
    ...refuses("images.q.messages", "/input/messages", [[], "x", null], {
      put: (messages) => ({ input: { messages } })
    }),
    ...refuses("images.q.messages", "/input", ["x", [], null], { put: (input) => ({ input }) }),
    ...refuses("images.q.messages", "/input/messages/0/content", [[], "x", null], {
      put: (said) => ({ input: { messages: [{ role: "user", content: said }] } })
    }),
    ...refuses("images.q.messages", "/input/messages/0/content/0", [{}, "x", { text: "x", image: data }], {
      put: (item) => content(item)
    }),
    ...refuses("images.q.messages", "/input/messages/0/role", [undefined], {
      put: (role) => ({ input: { messages: [{ role, content: [text] }] } })
    }),
    ...refuses("images.q.messages", "/input/messages", [{}], { put: (input) => ({ input }), says: "messages" }),
    ...member(
      "images.q.n",
      "n",
      [
        [1, 1],
        [6, 6],
        ["2", 2, "approximated /parameters/n"]
      ],
      plus,
      edited
    ),
    {
      keeps: "images.q.n",
      when: "text to image, six",
      given: settings({ n: 6 }),
      calls: 6,
      sent: { "/parameters/n": 1 },
      answer: { "/data/data/5/url": made, "/data/data/6": absent }
    },
    {
      keeps: "images.q.n",
      when: "the edit model, one",
      model: edit,
      given: settings({ n: 1 }, edited),
      sent: { "/parameters/n": 1 }
    },
    ...refuses("images.q.n", "/parameters/n", [2, 6], { model: edit, says: plus, put: (n) => settings({ n }, edited) }),
    ...refuses("images.q.n", "/parameters/n", [0, 7, ...noIntegers], within("n")),
    ...member("images.q.negative-prompt", "negative_prompt", [["blurry", "blurry"]]),
    ...refuses("images.q.negative-prompt", "/parameters/negative_prompt", noTexts, within("negative_prompt")),
    ...member(
      "images.q.prompt-extend",
      "prompt_extend",
      [
        [false, false],
        [true, true]
      ],
      plus,
      edited
    ),
    ...member("images.q.prompt-extend", "prompt_extend", [[false, absent, "dropped /parameters/prompt_extend"]]),
    ...member(
      "images.q.prompt-extend",
      "prompt_extend",
      [[true, absent, "dropped /parameters/prompt_extend"]],
      edit,
      edited
    ),
    ...refuses("images.q.prompt-extend", "/parameters/prompt_extend", noFlags, within("prompt_extend")),
    ...member("images.q.watermark", "watermark", [
      [false, false],
      [true, true]
    ]),
    ...refuses("images.q.watermark", "/parameters/watermark", noFlags, within("watermark")),
    ...member("images.q.seed", "seed", [
      [0, 0],
      [2_147_483_647, 2_147_483_647],
      ["12345", 12_345, "approximated /parameters/seed"]
    ]),
    ...refuses("images.q.seed", "/parameters/seed", [-1, 2_147_483_648, ...noIntegers], within("seed")),
    ...member("images.q.size", "size", [
      ["2048*2048", "2048*2048"],
      ["1664*928", "1664*928"]
    ]),
    ...refuses(
      "images.q.size",
      "/parameters/size",
      ["1328x1328", "1328", "0*5", "a*b", "1*2*3", 5, null],
      within("size")
    ),
    ...refuses("images.q.parameters", "/parameters", ["x", [], null]),
    {
      keeps: "images.q.parameters",
      when: "one that the family does not have",
      given: settings({ cfg: 5 }),
      sent: { "/parameters/cfg": absent },
      notes: ["dropped /parameters/cfg"]
    },
    {
      keeps: "images.q.top-level",
      when: "prompt, n and size in place of input",
      given: { input: undefined, prompt: "A lighthouse", n: 2, size: "1328x1328" },
      calls: 2,
      sent: { "/input/messages/0/content": [text], "/parameters/size": "1328*1328", "/prompt": absent, "/size": absent }
    },
    {
      keeps: "images.q.top-level",
      when: "contents in place of input",
      model: plus,
      given: { input: undefined, contents: [{ role: "user", parts: [{ image: data }, text] }] },
      sent: { "/input/messages/0/content": [{ image: data }, text], "/contents": absent }
    },
    ...sends("images.q.top-level", "size", "/parameters/size", [["1328*1328", "1328*1328"]], {
      given: { input: undefined, prompt: "A lighthouse", size: "1328*1328" }
    }),
    ...(["prompt", "contents", "n", "size"] as const).flatMap((name) =>
      refuses("images.q.top-level", `/${name}`, [
        { prompt: "x", contents: [{ role: "user", parts: [text] }], n: 1, size: "5x5" }[name]
      ])
    ),
    {
      keeps: "images.q.top-level",
      when: "n and size beside others in parameters",
      given: { input: undefined, prompt: "x", n: 2, size: "928x1664", parameters: { n: 3, size: "1664*928" } },
      calls: 2,
      sent: { "/parameters/size": "928*1664" },
      notes: ["dropped /parameters/n", "dropped /parameters/size"]
    },
    {
      keeps: "images.q.top-level",
      when: "n beside the same in parameters",
      given: { input: undefined, prompt: "x", n: 2, parameters: { n: 2 } },
      calls: 2,
      sent: {}
    },
    {
      keeps: "images.q.outside",
      when: "settings at the top",
      model: plus,
      given: { ...edited, watermark: false, negative_prompt: "blur", seed: 7, prompt_extend: false },
      sent: {
        "/parameters/watermark": false,
        "/parameters/negative_prompt": "blur",
        "/parameters/seed": 7,
        "/parameters/prompt_extend": false
      }
    },
    {
      keeps: "images.q.outside",
      when: "settings at the top beside others in parameters",
      given: { watermark: false, seed: 1, parameters: { watermark: true, seed: 1 } },
      sent: { "/parameters/watermark": true, "/parameters/seed": 1 },
      notes: ["dropped /watermark"]
    },
    {
      keeps: "images.q.outside",
      when: "messages at the top",
      given: { input: undefined, messages: [{ role: "user", content: [text] }] },
      sent: { "/input/messages/0/content": [text] }
    },
    {
      keeps: "images.q.outside",
      when: "messages at the top beside others in input",
      given: { messages: [{ role: "user", content: [{ text: "x" }] }] },
      sent: { "/input/messages/0/content": [text] },
      notes: ["dropped /messages"]
    },
    {
      keeps: "images.q.outside",
      when: "a prompt beside messages",
      given: { input: undefined, prompt: "x", messages: [{ role: "user", content: [text] }] },
      refused: "/prompt",
      says: "messages"
    },
    {
      keeps: "images.q.response-format",
      when: "url",
      given: { response_format: "url" },
      answer: { "/data/data/0/url": made, "/data/data/0/b64_json": "" }
    },
    {
      keeps: "images.q.response-format",
      when: "b64_json",
      given: { response_format: "b64_json" },
      answer: { "/data/data/0/url": "", "/data/data/0/b64_json": raw }
    },
    {
      keeps: "images.q.seeds",
      when: "several images with a seed",
      given: settings({ n: 2, seed: 2_147_483_647 }),
      calls: 2,
      notes: ["synthesised /parameters/seed"]
    },
    {
      keeps: "images.unknown",
      when: "top-level members that Q does not have",
      given: { guidance_scale: 3 },
      sent: { "/guidance_scale": absent, "/parameters/guidance_scale": absent },
      notes: ["dropped /guidance_scale"]
    },
    { keeps: "images.prompt", when: "nothing to draw", given: { input: undefined }, refused: "/input", says: "input" }
  ]
}
