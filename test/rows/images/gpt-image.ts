import { absent } from "../row.ts"
import { data, type ImageTable, links, noIntegers, raw, refuses, sends } from "./row.ts"

const mini = "gpt-image-1-mini"
const file = (name: string) => ({ name, type: "image/png", base64: raw })

/** Family P of `POST /v1/images/generations`. */
export const gptImage: ImageTable = {
  name: "images: family P",
  model: "gpt-image-1.5",
  body: { prompt: "A lighthouse" },
  cases: [
    {
      keeps: "images.p.defaults",
      when: "the full model",
      given: {},
      sent: {
        "/prompt": "A lighthouse",
        "/size": "1024x1024",
        "/quality": "high",
        "/n": 1,
        "/input_fidelity": absent,
        "/response_format": absent
      },
      answer: { "/data/data/0": { url: "", b64_json: raw, revised_prompt: "" } }
    },
    { keeps: "images.p.defaults", when: "the mini model", model: mini, given: {}, sent: { "/quality": "medium" } },
    ...sends(
      "images.p.size",
      "size",
      "/size",
      ["1024x1024", "1024x1536", "1536x1024", "auto"].map((size) => [size, size] as const)
    ),
    ...refuses("images.p.size", "/size", ["512x512", "1:1", "1024*1024", 1024, null]),
    ...sends(
      "images.p.quality",
      "quality",
      "/quality",
      ["low", "medium", "high", "auto"].map((one) => [one, one] as const)
    ),
    ...refuses("images.p.quality", "/quality", ["hd", "standard", 1, null]),
    ...sends("images.p.n", "n", "/n", [
      [1, 1],
      [10, 10],
      ["3", 3, "approximated /n"]
    ]),
    ...refuses("images.p.n", "/n", [0, 11, ...noIntegers]),
    {
      keeps: "images.p.image",
      when: "a data: URL",
      given: { image: data },
      sent: { "/image": file("image-1.png"), "/prompt": "A lighthouse", "/n": "1", "/quality": "high" }
    },
    { keeps: "images.p.image", when: "a URL", given: { image: links(1)[0] }, sent: { "/image": file("image-1.png") } },
    {
      keeps: "images.p.image",
      when: "image and images",
      given: { image: raw, images: links(2) },
      sent: { "/image[]": [file("image-1.png"), file("image-2.png"), file("image-3.png")], "/image": absent }
    },
    {
      keeps: "images.p.image",
      when: "ten",
      given: { images: links(10) },
      sent: { "/image[]/9": file("image-10.png") }
    },
    ...refuses("images.p.image", "/images/10", [links(11)], { put: (images) => ({ images }) }),
    ...refuses("images.p.image", "/images/9", [links(10)], { put: (images) => ({ image: data, images }) }),
    ...refuses("images.p.image", "/image", [links(1), "here", 1, null]),
    ...refuses("images.p.image", "/images", [[], data, null]),
    ...refuses("images.p.image", "/images/0", [[1], ["here"]], { put: (images) => ({ images }) }),
    {
      keeps: "images.p.fidelity",
      when: "high",
      given: { image: data, input_fidelity: "high" },
      sent: { "/input_fidelity": "high" }
    },
    {
      keeps: "images.p.fidelity",
      when: "high, of the mini model, which has low alone",
      model: mini,
      given: { image: data, input_fidelity: "high" },
      sent: { "/input_fidelity": "low" },
      notes: ["approximated /input_fidelity"]
    },
    {
      keeps: "images.p.fidelity",
      when: "low",
      given: { image: data, input_fidelity: "low" },
      sent: { "/input_fidelity": "low" }
    },
    {
      keeps: "images.p.fidelity",
      when: "medium",
      given: { image: data, input_fidelity: "medium" },
      sent: { "/input_fidelity": "low" },
      notes: ["approximated /input_fidelity"]
    },
    {
      keeps: "images.p.fidelity",
      when: "auto",
      given: { image: data, input_fidelity: "auto" },
      sent: { "/input_fidelity": absent }
    },
    ...["gpt-image-2", "gpt-image-2.6-flare"].map((model) => ({
      keeps: "images.p.fidelity" as const,
      when: `low, of ${model}, which refuses the member`,
      model,
      given: { image: data, input_fidelity: "low" },
      sent: { "/input_fidelity": absent },
      notes: ["dropped /input_fidelity"]
    })),
    ...sends("images.p.fidelity", "input_fidelity", "/input_fidelity", [["high", absent, "dropped /input_fidelity"]]),
    ...refuses("images.p.fidelity", "/input_fidelity", ["highest", 1, null]),
    {
      keeps: "images.p.response-format",
      when: "url",
      given: { response_format: "url" },
      notes: ["dropped /response_format"],
      answer: { "/data/data/0/b64_json": raw, "/data/data/0/url": "" }
    },
    {
      keeps: "images.p.passes",
      when: "members that it does not know",
      given: { background: "transparent", output_format: "webp", output_compression: 50, user: "u", more: { a: [1] } },
      sent: {
        "/background": "transparent",
        "/output_format": "webp",
        "/output_compression": 50,
        "/user": "u",
        "/more": { a: [1] }
      }
    },
    ...refuses("images.p.stream", "/stream", [true, "true", null]),
    { keeps: "images.p.stream", when: "false", given: { stream: false }, sent: { "/stream": absent } }
  ]
}
