import { absent } from "../row.ts"
import { data, type ImageTable, links, noFlags, noIntegers, raw, refuses, sends } from "./row.ts"

const older = "doubao-seedream-3-0-t2i-250415"
const edit = "doubao-seededit-3-0-i2i-250628"
const four = "doubao-seedream-4-0-250828"
const newest = "doubao-seedream-4-5-251128"

const small = "1024x1024 1152x864 864x1152 1280x720 720x1280 1248x832 832x1248 1512x648".split(" ")
const two = "2048x2048 2304x1728 1728x2304 2560x1440 1440x2560 2496x1664 1664x2496 3024x1296".split(" ")
const large = "4096x4096 4704x3520 3520x4704 5504x3040 3040x5504 4992x3328 3328x4992 6240x2656".split(" ")

const same = (values: readonly unknown[]) => values.map((value) => [value, value] as const)
const options = "sequential_image_generation_options"

/** Family S of `POST /v1/images/generations`. */
export const seedream: ImageTable = {
  name: "images: family S",
  model: four,
  body: { prompt: "A lighthouse" },
  cases: [
    {
      keeps: "images.s.defaults",
      when: "4.0",
      given: {},
      sent: {
        "/model": four,
        "/prompt": "A lighthouse",
        "/watermark": false,
        "/sequential_image_generation": "disabled",
        "/optimize_prompt_options": { mode: "standard" },
        "/response_format": "url",
        "/guidance_scale": absent,
        "/seed": absent,
        "/size": absent,
        "/image": absent
      },
      answer: {
        "/data/data/0/url": "https://made.test/ark.png",
        "/data/data/0/b64_json": "",
        "/msg": "success",
        "/code": 200
      }
    },
    {
      keeps: "images.s.defaults",
      when: "3.0",
      model: older,
      given: {},
      sent: {
        "/watermark": false,
        "/guidance_scale": 2.5,
        "/sequential_image_generation": absent,
        "/optimize_prompt_options": absent
      }
    },
    {
      keeps: "images.s.defaults",
      when: "the edit model",
      model: edit,
      given: { image: data },
      sent: { "/watermark": false, "/guidance_scale": 2.5, "/size": "adaptive", "/image": data }
    },
    ...sends("images.s.size", "size", "/size", same(small), { model: older }),
    ...sends("images.s.size", "size", "/size", same([...two, ...large, "1K", "2K", "4K"])),
    ...sends("images.s.size", "size", "/size", same([...two, ...large, "2K", "4K"]), { model: newest }),
    ...refuses("images.s.size", "/size", ["2048x2048", "4096x4096", "1K", "2K", "4K"], { model: older, says: four }),
    ...refuses("images.s.size", "/size", ["1024x1024", "1512x648"], { says: older }),
    ...refuses("images.s.size", "/size", ["1K"], { model: newest, says: four }),
    ...refuses("images.s.size", "/size", ["1000x1000", "1:1", "auto", "3K", 1024, null]),
    ...sends("images.s.size.edit", "size", "/size", [["1024x1024", "adaptive", "approximated /size"]], {
      model: edit,
      given: { image: data, size: "1024x1024" }
    }),
    ...refuses("images.s.size.edit", "/size", ["2048x2048", "adaptive", "big"], {
      model: edit,
      put: (size) => ({ image: data, size })
    }),
    ...sends("images.s.image", "image", "/image", [
      ["https://img.test/0.png", "https://img.test/0.png"],
      [data, data],
      [raw, data],
      [links(3), links(3)]
    ]),
    ...refuses("images.s.image", "/image", [data], { model: older, says: `${newest}, ${four}` }),
    ...refuses("images.s.image", "/image", ["here", 1, null, []]),
    ...refuses("images.s.image", "/image/1", [["https://img.test/0.png", 1]], { put: (image) => ({ image }) }),
    { keeps: "images.s.image.edit", when: "none", model: edit, given: {}, refused: "/image", says: "image" },
    ...refuses("images.s.image.edit", "/image/1", [links(2)], { model: edit, says: four, put: (image) => ({ image }) }),
    {
      keeps: "images.s.contents",
      when: "images in contents",
      given: {
        prompt: undefined,
        image: data,
        contents: [{ role: "user", parts: [{ image: links(1)[0] }, { text: "Both" }] }]
      },
      sent: { "/image": [data, ...links(1)], "/prompt": "Both" }
    },
    {
      keeps: "images.s.contents",
      when: "earlier texts",
      given: {
        prompt: "Bluer",
        contents: [
          { role: "user", parts: [{ text: "A cat" }] },
          { role: "model", parts: [{ image: data }, { text: "A cat." }] }
        ]
      },
      sent: { "/image": data, "/prompt": "Bluer" },
      notes: ["dropped /contents/0/parts/0/text", "dropped /contents/1/parts/1/text"]
    },
    ...sends("images.s.watermark", "watermark", "/watermark", same([true, false])),
    ...refuses("images.s.watermark", "/watermark", noFlags),
    ...sends(
      "images.s.seed",
      "seed",
      "/seed",
      [
        [0, 0],
        [2_147_483_647, 2_147_483_647],
        ["7", 7, "approximated /seed"]
      ],
      { model: older }
    ),
    ...sends("images.s.seed", "seed", "/seed", [[7, absent, "dropped /seed"]]),
    ...refuses("images.s.seed", "/seed", [-1, 2_147_483_648, ...noIntegers], { model: older }),
    ...refuses("images.s.seed", "/seed", [-1]),
    ...sends(
      "images.s.guidance",
      "guidance_scale",
      "/guidance_scale",
      [
        [1, 1],
        [10, 10],
        [0.5, 0.5],
        [42, 42],
        ["3.5", 3.5, "approximated /guidance_scale"]
      ],
      { model: older }
    ),
    ...sends("images.s.guidance", "guidance_scale", "/guidance_scale", [[3, 3]], {
      model: edit,
      given: { image: data, guidance_scale: 3 }
    }),
    ...sends("images.s.guidance", "guidance_scale", "/guidance_scale", [[3, absent, "dropped /guidance_scale"]]),
    ...refuses("images.s.guidance", "/guidance_scale", ["much", " 1", true, null], { model: older }),
    {
      keeps: "images.s.sequence",
      when: "auto",
      given: { sequential_image_generation: "auto" },
      sent: { "/sequential_image_generation": "auto", [`/${options}`]: { max_images: 4 } }
    },
    ...[1, 4].map((most) => ({
      keeps: "images.s.sequence" as const,
      when: `auto, at most ${most}`,
      given: { sequential_image_generation: "auto", [options]: { max_images: most } },
      sent: { [`/${options}`]: { max_images: most } }
    })),
    ...refuses("images.s.sequence", `/${options}/max_images`, [0, 5, "many", null], {
      put: (max_images) => ({ sequential_image_generation: "auto", [options]: { max_images } })
    }),
    ...refuses("images.s.sequence", "/sequential_image_generation", ["on", true, null]),
    ...refuses("images.s.sequence", `/${options}`, [4, [], null]),
    {
      keeps: "images.s.sequence.idle",
      when: "max_images without auto",
      given: { [options]: { max_images: 2 } },
      sent: { [`/${options}`]: absent },
      notes: [`dropped /${options}/max_images`]
    },
    {
      keeps: "images.s.sequence.idle",
      when: "3.0",
      model: older,
      given: { sequential_image_generation: "auto", [options]: { max_images: 2 } },
      sent: { "/sequential_image_generation": absent, [`/${options}`]: absent },
      notes: ["dropped /sequential_image_generation", `dropped /${options}`]
    },
    ...refuses("images.s.sequence.one", "/n", [2], { put: (n) => ({ n, sequential_image_generation: "auto" }) }),
    {
      keeps: "images.s.optimize",
      when: "standard on 4.5",
      model: newest,
      given: { optimize_prompt_options: { mode: "standard" } },
      sent: { "/optimize_prompt_options": { mode: "standard" } }
    },
    {
      keeps: "images.s.optimize",
      when: "fast on 4.0",
      given: { optimize_prompt_options: { mode: "fast" } },
      sent: { "/optimize_prompt_options": { mode: "fast" } }
    },
    ...refuses("images.s.optimize", "/optimize_prompt_options/mode", ["fast"], {
      model: newest,
      says: four,
      put: (mode) => ({ optimize_prompt_options: { mode } })
    }),
    ...refuses("images.s.optimize", "/optimize_prompt_options/mode", ["slow", 1, null], {
      put: (mode) => ({ optimize_prompt_options: { mode } })
    }),
    {
      keeps: "images.s.optimize",
      when: "fast on 3.0",
      model: older,
      given: { optimize_prompt_options: { mode: "fast" } },
      sent: { "/optimize_prompt_options": absent },
      notes: ["dropped /optimize_prompt_options"]
    },
    {
      keeps: "images.s.n",
      when: "n 3",
      given: { n: 3 },
      calls: 3,
      answer: { "/data/data/2/url": "https://made.test/ark.png", "/data/data/3": absent }
    },
    { keeps: "images.s.n", when: "n 10", given: { n: 10 }, calls: 10 },
    ...refuses("images.s.n", "/n", [0, 11, ...noIntegers]),
    {
      keeps: "images.s.response-format",
      when: "b64_json",
      given: { response_format: "b64_json" },
      sent: { "/response_format": "b64_json" },
      answer: { "/data/data/0/b64_json": raw, "/data/data/0/url": "" }
    },
    {
      keeps: "images.s.unlisted",
      when: "an endpoint of the operator's",
      model: "doubao-seedream-9-0",
      given: { seed: 5, guidance_scale: 3, size: "1K", optimize_prompt_options: { mode: "fast" } },
      sent: {
        "/seed": 5,
        "/guidance_scale": 3,
        "/size": "1K",
        "/optimize_prompt_options": { mode: "fast" },
        "/sequential_image_generation": "disabled"
      }
    },
    {
      keeps: "images.unknown",
      when: "options that S does not have",
      given: { quality: "hd" },
      sent: { "/quality": absent },
      notes: ["dropped /quality"]
    }
  ]
}
