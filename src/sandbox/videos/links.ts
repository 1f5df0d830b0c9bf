import type { Api } from "../api.ts"
import type { Desk } from "../desk.ts"
import { base64Of } from "../images/base64.ts"
import { mp4Of, sendFilm } from "./film.ts"
import { filmAt } from "./job.ts"

const path = /^\/made\/([\w-]+)\.mp4$/

/** The link under which a video that is there can be downloaded without a key, or which holds it itself. */
export const linkToFilm = (name: string, { url }: Request, { films, links }: Desk): string => {
  const film = links === "data" ? films.get(name) : undefined
  return film === undefined ? new URL(`/made/${name}.mp4`, url).href : `data:video/mp4;base64,${base64Of(mp4Of(film))}`
}

const lost = (status: 404 | 405, message: string): Response => new Response(message, { status })

/** The videos that were made, for whoever has their link. */
export const filmApi: Api = {
  route: (_, { pathname }, desk) => {
    const name = path.exec(pathname)?.[1]
    if (name === undefined) return undefined
    const serve = (): Response => {
      const film = filmAt(name, desk)
      return film === undefined ? lost(404, "There is no such video.") : sendFilm(film)
    }
    return { method: "GET", serve }
  },
  speaks: (_, { pathname }) => path.test(pathname),
  lost
}
