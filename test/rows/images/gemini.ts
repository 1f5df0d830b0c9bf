import { absent } from "../row.ts"
import { data, type ImageTable, links, noIntegers, noTexts, raw, refuses, sends } from "./row.ts"

const flash = "gemini-2.5-flash-image"
const config = "/generationConfig"
const ratio = `${config}/imageConfig/aspectRatio`
const size = `${config}/imageConfig/imageSize`
const ratios = ["1:1", "3:2", "2:3", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"]
const picture = { inlineData: { mimeType: "image/png", data: raw } }

/** Family G of `POST /v1/images/generations`. */
export const gemini: ImageTable = {
  name: "images: family G",
  model: "gemini-3-pro-image-preview",
  body: { prompt: "A lighthouse" },
  cases: [
    {
      keeps: "images.g.defaults",
      when: "a prompt alone",
      given: {},
      sent: {
        "/contents": [{ role: "user", parts: [{ text: "A lighthouse" }] }],
        [size]: "1K",
        [ratio]: absent,
        [`${config}/maxOutputTokens`]: 32_768,
        [`${config}/topP`]: 0.95,
        [`${config}/temperature`]: absent,
        [`${config}/responseModalities`]: ["IMAGE"],
        [`${config}/candidateCount`]: absent
      },
      answer: { "/data/data/0/b64_json": raw, "/data/data/0/url": "", "/data/data/0/revised_prompt": "Here." }
    },
    ...sends(
      "images.g.size",
      "size",
      ratio,
      ratios.map((one) => [one, one] as const)
    ),
    ...sends(
      "images.g.size",
      "aspect_ratio",
      ratio,
      ratios.map((one) => [one, one] as const)
    ),
    ...sends("images.g.size.pixels", "size", ratio, [
      ["1024x1024", "1:1"],
      ["1536x1024", "3:2"],
      ["1024x1536", "2:3"],
      ["1920x1080", "16:9"],
      ["2520x1080", "21:9"],
      ["1024x1792", "9:16", "approximated /size"],
      ["1344x768", "16:9", "approximated /size"],
      ["1000x999", "1:1", "approximated /size"],
      ["2045x1000", "21:9", "approximated /size"],
      ["2030x1000", "16:9", "approximated /size"],
      ["100x1", "21:9", "approximated /size"],
      ["1x100", "9:16", "approximated /size"]
    ]),
    ...sends("images.g.size.pixels", "aspect_ratio", ratio, [["1536x1024", "3:2"]]),
    ...refuses("images.g.size.closed", "/size", [
      "5:7",
      "big",
      "auto",
      "1024*1024",
      "0x5",
      "-1x1",
      "1x1x1",
      "1.5x1",
      "",
      1,
      null
    ]),
    ...refuses("images.g.size.closed", "/aspect_ratio", ["1:2", 1, null]),
    {
      keeps: "images.g.size.twice",
      when: "both say the same",
      given: { size: "1536x1024", aspect_ratio: "3:2" },
      sent: { [ratio]: "3:2" }
    },
    ...refuses("images.g.size.twice", "/aspect_ratio", ["1:1"], {
      put: (value) => ({ size: "16:9", aspect_ratio: value })
    }),
    ...sends("images.g.quality", "quality", size, [
      ["hd", "2K"],
      ["high", "2K"],
      ["2K", "2K"],
      ["standard", "1K"],
      ["medium", "1K"],
      ["low", "1K"],
      ["auto", "1K"],
      ["1K", "1K"]
    ]),
    ...refuses("images.g.quality", "/quality", ["4K", "best", "HD", 2, null]),
    ...sends("images.g.image-size", "image_size", size, [
      ["1K", "1K"],
      ["2K", "2K"],
      ["4K", "4K"],
      ["3K", "2K", "approximated /image_size"]
    ]),
    ...refuses("images.g.image-size", "/image_size", ["5K", "2k", "2048", 2, null]),
    {
      keeps: "images.g.image-size.wins",
      when: "quality says another",
      given: { image_size: "4K", quality: "low" },
      sent: { [size]: "4K" },
      notes: ["dropped /quality"]
    },
    {
      keeps: "images.g.image-size.wins",
      when: "quality says the same",
      given: { image_size: "2K", quality: "hd" },
      sent: { [size]: "2K" }
    },
    {
      keeps: "images.g.flash",
      when: "nothing is said",
      model: flash,
      given: {},
      sent: { [`${config}/imageConfig`]: absent }
    },
    ...sends("images.g.flash", "image_size", `${config}/imageConfig`, [["1K", absent]], { model: flash }),
    ...refuses("images.g.flash", "/image_size", ["2K", "3K", "4K"], {
      model: flash,
      says: "gemini-3-pro-image-preview"
    }),
    ...sends(
      "images.g.flash",
      "quality",
      `${config}/imageConfig`,
      [
        ["hd", absent, "dropped /quality"],
        ["low", absent]
      ],
      {
        model: flash
      }
    ),
    ...["gemini-4-image", "gemini-3.1-flash-image"].map((model) => ({
      keeps: "images.g.unlisted" as const,
      when: `an id that no table lists: ${model}`,
      model,
      given: { image_size: "4K" },
      sent: { [size]: "4K" }
    })),
    { keeps: "images.g.n", when: "n 1", given: { n: 1 } },
    {
      keeps: "images.g.n",
      when: "n 10",
      given: { n: 10 },
      calls: 10,
      answer: { "/data/data/9/b64_json": raw, "/data/data/10": absent }
    },
    { keeps: "images.g.n", when: "n a text", given: { n: "2" }, calls: 2, notes: ["approximated /n"] },
    { keeps: "images.g.n", when: "sample_count 3", given: { sample_count: 3 }, calls: 3 },
    { keeps: "images.g.n", when: "both say the same", given: { n: 2, sample_count: 2 }, calls: 2 },
    ...refuses("images.g.n", "/n", [0, 11, -1, ...noIntegers]),
    ...refuses("images.g.n", "/sample_count", [0, 11, 2], { put: (value) => ({ n: 1, sample_count: value }) }),
    ...sends("images.g.person-generation", "person_generation", `${config}/imageConfig`, [
      ["allow_all", { imageSize: "1K" }, "dropped /person_generation"]
    ]),
    ...refuses("images.g.person-generation", "/person_generation", noTexts),
    ...sends("images.g.max-output-tokens", "max_output_tokens", `${config}/maxOutputTokens`, [
      [1, 1],
      [32_768, 32_768],
      ["100", 100, "approximated /max_output_tokens"]
    ]),
    ...refuses("images.g.max-output-tokens", "/max_output_tokens", [0, 32_769, ...noIntegers]),
    ...sends("images.g.temperature", "temperature", `${config}/temperature`, [
      [0, 0],
      [1.8, 1.8],
      [2, 2],
      ["1.5", 1.5, "approximated /temperature"]
    ]),
    ...refuses("images.g.temperature", "/temperature", [-0.1, 2.1, "hot", " 1", true, null]),
    ...sends("images.g.top-p", "top_p", `${config}/topP`, [
      [0, 0],
      [1, 1],
      ["0.5", 0.5, "approximated /top_p"]
    ]),
    ...refuses("images.g.top-p", "/top_p", [-0.1, 1.1, "most", null]),
    ...["image/png", "image/jpeg"].map((mime) => ({
      keeps: "images.g.mime-type" as const,
      when: mime,
      given: { mime_type: mime },
      sent: { [`${config}/imageConfig`]: { imageSize: "1K" } },
      notes: ["dropped /mime_type"]
    })),
    ...refuses("images.g.mime-type", "/mime_type", ["image/webp", "png", 1, null]),
    ...sends("images.g.response-modalities", "response_modalities", `${config}/responseModalities`, [
      ["image", ["IMAGE"]],
      ["image-text", ["TEXT", "IMAGE"]]
    ]),
    ...refuses("images.g.response-modalities", "/response_modalities", ["text", "IMAGE", ["image"], null]),
    {
      keeps: "images.g.response-format",
      when: "url",
      given: { response_format: "url" },
      notes: ["dropped /response_format"],
      answer: { "/data/data/0/b64_json": raw, "/data/data/0/url": "" }
    },
    {
      keeps: "images.g.response-format",
      when: "b64_json",
      given: { response_format: "b64_json" },
      answer: { "/data/data/0/b64_json": raw }
    },
    ...refuses("images.response-format", "/response_format", ["png", 1, null]),
    {
      keeps: "images.g.fusion",
      when: "five images",
      given: {
        prompt: undefined,
        contents: [{ role: "user", parts: [...links(5).map((image) => ({ image })), { text: "Together" }] }]
      },
      sent: { "/contents/0/parts": [picture, picture, picture, picture, picture, { text: "Together" }] }
    },
    ...refuses("images.g.fusion", "/contents/0/parts/5/image", [6], {
      put: (count) => ({
        prompt: undefined,
        contents: [{ role: "user", parts: [...links(Number(count)).map((image) => ({ image })), { text: "Together" }] }]
      })
    }),
    {
      keeps: "images.g.turns",
      when: "six images over two turns",
      given: {
        prompt: undefined,
        contents: [
          { role: "user", parts: [{ text: "A cat" }, ...links(4).map((image) => ({ image }))] },
          { role: "model", parts: [{ image: data }] },
          { role: "user", parts: [{ text: "Now blue" }, { image: raw }] }
        ]
      },
      sent: {
        "/contents/1": { role: "model", parts: [picture] },
        "/contents/2": { role: "user", parts: [{ text: "Now blue" }, picture] }
      }
    },
    {
      keeps: "images.g.turns",
      when: "a prompt beside them",
      given: { prompt: "Bluer", contents: [{ role: "user", parts: [{ image: data }] }] },
      sent: { "/contents": [{ role: "user", parts: [picture, { text: "Bluer" }] }] }
    },
    {
      keeps: "images.g.turns",
      when: "a prompt after the model's turn",
      given: {
        prompt: "Bluer",
        contents: [
          { role: "user", parts: [{ text: "A cat" }] },
          { role: "model", parts: [{ image: data }] }
        ]
      },
      sent: { "/contents/2": { role: "user", parts: [{ text: "Bluer" }] } }
    },
    {
      keeps: "images.unknown",
      when: "a member that the family does not have",
      given: { watermark: true, user: "u" },
      sent: { "/watermark": absent, "/user": absent },
      notes: ["dropped /watermark", "dropped /user"]
    },
    ...refuses("images.prompt", "/prompt", noTexts),
    {
      keeps: "images.prompt",
      when: "neither prompt nor contents",
      given: { prompt: undefined },
      refused: "/prompt",
      says: "prompt"
    },
    { keeps: "images.prompt", when: "a prompt of nothing", given: { prompt: " " }, refused: "/prompt", says: "prompt" },
    ...refuses("images.contents", "/contents", [[], {}, "x", null, [{ role: "model", parts: [{ text: "x" }] }]]),
    ...refuses("images.contents", "/contents/0/role", ["system", 1, null], {
      put: (role) => ({ contents: [{ role, parts: [{ text: "x" }] }] })
    }),
    ...refuses("images.contents", "/contents/0/parts", [[], null, "x"], {
      put: (parts) => ({ contents: [{ role: "user", parts }] })
    }),
    ...refuses("images.contents", "/contents/0/parts/0", [{}, { text: "x", image: data }, "x", null, { audio: data }], {
      put: (part) => ({ contents: [{ role: "user", parts: [part] }] })
    }),
    ...refuses(
      "images.image",
      "/contents/0/parts/0/image",
      [
        "ftp://a.test/b",
        "file:///etc/passwd",
        "here",
        "data:text/plain;base64,aGk=",
        "data:image/png;base64,@@@@",
        "aGVsbG8h",
        "",
        1,
        null
      ],
      { put: (image) => ({ contents: [{ role: "user", parts: [{ image }] }] }) }
    )
  ]
}
