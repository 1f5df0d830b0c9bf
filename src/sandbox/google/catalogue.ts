import type { Catalogue, Model } from "../model.ts"
import { flashImage, proImage } from "./images/rules.ts"
import type { ImageRules } from "./images/rules.ts"

/** A thinking level of the vendor. */
type Level = "MINIMAL" | "LOW" | "MEDIUM" | "HIGH"

/** What a Gemini model takes (the vendor's pages on thinking and on thought signatures). */
export interface GeminiRules {
  readonly vendor: "google"
  /** From 3 on: calls have ids, their signatures must come back, and functions go with search and with JSON. */
  readonly generation: 2 | 3
  /** The smallest and the largest thinking budget, in tokens; -1 leaves it to the model. */
  readonly budget: readonly [least: number, most: number]
  /** Whether a budget of 0 turns thinking off. */
  readonly canRest: boolean
  /** The levels instead of a budget; none before 3. */
  readonly levels: readonly Level[]
  readonly maxOutput: number
  /** Whether a request may end with a turn of the model's, which it continues. */
  readonly prefills: boolean
  /** Whether other parts may follow a result in its content. */
  readonly mixesResults: boolean
  /** What it draws; absent: it only writes. */
  readonly images?: ImageRules
}

/** A Gemini model. */
export type GeminiModel = Model<GeminiRules>

const gemini: GeminiRules = {
  vendor: "google",
  generation: 2,
  budget: [1, 24_576],
  canRest: true,
  levels: [],
  maxOutput: 65_536,
  prefills: true,
  mixesResults: true
}

const third: GeminiRules = { ...gemini, generation: 3, budget: [128, 32_768], canRest: false, levels: ["LOW", "HIGH"] }
const lowToHigh: GeminiRules = { ...third, levels: ["LOW", "MEDIUM", "HIGH"] }
const minimalToHigh: GeminiRules = { ...third, levels: ["MINIMAL", "LOW", "MEDIUM", "HIGH"] }
const flash35: GeminiRules = { ...minimalToHigh, prefills: false }
const flash36: GeminiRules = { ...flash35, mixesResults: false }
const flash37: GeminiRules = { ...flash36, levels: lowToHigh.levels }
const drawing: GeminiRules = { ...gemini, maxOutput: 32_768 }

/** The Gemini models. */
export const geminiModels: Catalogue<GeminiRules> = new Map([
  ["gemini-2.5-flash", gemini],
  ["gemini-2.5-pro", { ...gemini, budget: [128, 32_768], canRest: false }],
  ["gemini-2.5-flash-lite", { ...gemini, budget: [512, 24_576] }],
  ["gemini-3-pro-preview", third],
  ["gemini-3-flash-preview", minimalToHigh],
  ["gemini-3.1-pro-preview", lowToHigh],
  ["gemini-3.1-flash-lite", minimalToHigh],
  ["gemini-3.5-flash", flash35],
  ["gemini-3.5-flash-lite", flash35],
  ["gemini-3.6-flash", flash36],
  ["gemini-3.7-flash", flash37],
  ["gemini-3.8-flash", flash37],
  ["gemini-4-argon", { ...flash37, maxOutput: 1_048_576 }],
  ["gemini-2.5-flash-image", { ...drawing, images: flashImage }],
  ["gemini-2.5-flash-image-preview", { ...drawing, images: flashImage }],
  ["gemini-3-pro-image", { ...drawing, generation: 3, canRest: false, images: proImage }],
  ["gemini-3-pro-image-preview", { ...drawing, generation: 3, canRest: false, images: proImage }]
])
