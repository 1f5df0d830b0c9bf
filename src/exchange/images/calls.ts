import type { ImageRequest } from "../../core/image/image.ts"

/** A request as the calls that make it: no more images each than a call gives, and no seed twice. Equal ones are one. */
export const callsOf = (request: ImageRequest, perCall: number): readonly [ImageRequest, ...ImageRequest[]] => {
  const { count = 1 } = request
  const first = callFrom(request, 0, Math.min(count, perCall))
  const more: ImageRequest[] = []
  for (let from = perCall; from < count; from += perCall) {
    const next = callFrom(request, from, Math.min(count - from, perCall))
    more.push(next.seed === undefined && next.count === first.count ? first : next)
  }
  return [first, ...more]
}

/** How many seeds there are. */
const seeds = 2 ** 31

const callFrom = (request: ImageRequest, from: number, count: number): ImageRequest => ({
  ...request,
  ...(request.count === undefined ? {} : { count }),
  ...(request.seed === undefined ? {} : { seed: (request.seed + from) % seeds })
})
