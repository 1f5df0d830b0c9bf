import { noteRules as book } from "../../core/notes/note.ts"

/** What an answer of images is short of, or has too much. */
export const rules = book("images-answer", {
  dropped: {
    meaning: {
      failed: "An image could not be made; its place in the answer says why.",
      linked: "The image could not be downloaded: its link is told in place of its bytes.",
      extra: "The upstream made more images than were asked for."
    }
  }
})
