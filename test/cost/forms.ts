import { imageEdits } from "../../src/endpoints/images.ts"
import { whole } from "./endpoints.ts"
import type { Work } from "./measure.ts"

/** The type of the forms. */
export const contentType = "multipart/form-data; boundary=line"

/** A part of a form. */
export const part = (head: string, body: string): string => `--line\r\n${head}\r\n\r\n${body}\r\n`

/** A field of a form. */
export const named = (name: string, body: string): string =>
  part(`content-disposition: form-data; name="${name}"`, body)

/** A form that edits a picture. */
export const form = (...parts: readonly string[]): string =>
  `${named("model", "gpt-image-1")}${parts.join("")}--line--\r\n`

/** A picture that is edited by a form. */
export const edited = (text: (size: number) => string): Work => whole(imageEdits, text, { contentType })
