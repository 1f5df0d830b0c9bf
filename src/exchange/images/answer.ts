import type { ImageModel } from "../../capabilities/models.ts"
import { encodedInSteps } from "../../core/bytes/base64.ts"
import { fail, succeed } from "../../core/errors/invalid.ts"
import type { ImageResponse } from "../../core/image/image.ts"
import { stringifyJson } from "../../core/json/json.ts"
import { crossing, errorFrom, type Steps } from "../offload.ts"
import type { Told } from "../telling.ts"
import type { Made } from "../whole.ts"
import type { Given } from "../written.ts"
import type { CameState, ImageAsk, Imaging, Lacking, Linked } from "./ask.ts"
import { read } from "./call.ts"
import { type Called, join } from "./join.ts"

/** The client's answer, made of those of all calls; or the links that must be followed first. */
export const answered = <G extends Given, Asked extends ImageAsk>({ answer, headers }: Imaging<G, Asked>) =>
  function* ({ about, state, replies }: Told<Omit<G, "body">, CameState>, model: ImageModel): Steps<Made | Lacking> {
    const answers: Called[] = []
    for (const [index, reply] of replies.entries()) {
      const failed = state.failures.get(index)
      answers.push(failed === undefined ? yield* read(model, reply) : fail(errorFrom(failed)))
      yield
    }
    if (state.downloads && state.linked === undefined) {
      const links = linksIn(answers)
      if (links.length > 0) return succeed({ links, replies })
    }
    const joined = join(state.calls, yield* downloaded(answers, state.linked), state.downloads)
    if (!joined.ok) return joined
    yield
    const { value: response, notes } = joined.value
    const { usage, created = state.now } = response
    const body = stringifyJson(answer({ ...response, created }, about))
    yield
    return succeed({
      body: crossing(body),
      headers: headers(about),
      notes,
      ...(usage === undefined ? {} : { usage })
    })
  }

type Item = ImageResponse["images"][number]

/** Where an image must be fetched. */
const linkOf = (image: Item): string | undefined =>
  "error" in image || image.base64 !== undefined ? undefined : image.url

const linksIn = (answers: readonly Called[]): readonly string[] => [
  ...new Set(
    answers.flatMap((answer) => (answer.ok ? answer.value.value.images.flatMap((it) => linkOf(it) ?? []) : []))
  )
]

/** The images of answers as bytes, where links were followed; those that could not be had stay links. */
function* downloaded(
  answers: readonly Called[],
  linked: ReadonlyMap<string, Linked> | undefined
): Generator<void, readonly Called[], void> {
  if (linked === undefined) return answers
  const all: Called[] = []
  for (const answer of answers) {
    if (!answer.ok) {
      all.push(answer)
      continue
    }
    const images: Item[] = []
    for (const image of answer.value.value.images) images.push(yield* inBytes(image, linked))
    all.push(succeed({ ...answer.value, value: { ...answer.value.value, images } }))
  }
  return all
}

function* inBytes(image: Item, linked: ReadonlyMap<string, Linked>): Generator<void, Item, void> {
  const link = linkOf(image)
  if (link === undefined) return image
  const found = linked.get(link)
  if (found === undefined) return image
  const { url: _, ...rest } = "error" in image ? {} : image
  return { ...rest, mime: found.mime, base64: yield* encodedInSteps(found.bytes) }
}
