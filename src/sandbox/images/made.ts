import type { Api } from "../api.ts"
import { digest } from "../digest.ts"
import type { Desk } from "../desk.ts"
import { base64Of } from "./base64.ts"
import { keep } from "../shelf.ts"
import { pngOf } from "./png.ts"
import type { Picture } from "./png.ts"

/** How many images are kept. */
const most = 1000

const path = /^\/made\/([\w-]+)\.png$/

const pictureAt = (url: URL, { gallery }: Desk): Picture | undefined => gallery.get(path.exec(url.pathname)?.[1] ?? "")

/** The image that a link of this sandbox names; undefined where it is none. */
export const linked = (link: string, desk: Desk): Picture | undefined => {
  const url = URL.parse(link)
  return url === null ? undefined : pictureAt(url, desk)
}

/** The link under which an image can be downloaded: it is kept, or is in the link itself. */
export const linkTo = async (picture: Picture, { url }: Request, { gallery, links }: Desk): Promise<string> => {
  if (links === "data") return `data:image/png;base64,${base64Of(await pngOf(picture))}`
  const name = digest(JSON.stringify(picture), 24)
  keep(gallery, name, picture, most)
  return new URL(`/made/${name}.png`, url).href
}

const lost = (status: 404 | 405, message: string): Response => new Response(message, { status })

/** The images that were made, for whoever has their link. */
export const madeApi: Api = {
  route: (_, url, desk) => {
    if (!path.test(url.pathname)) return undefined
    const serve = async (): Promise<Response> => {
      const picture = pictureAt(url, desk)
      if (picture === undefined) return lost(404, "There is no such image.")
      return new Response(await pngOf(picture), { headers: { "content-type": "image/png" } })
    }
    return { method: "GET", serve }
  },
  speaks: (_, { pathname }) => path.test(pathname),
  lost
}
