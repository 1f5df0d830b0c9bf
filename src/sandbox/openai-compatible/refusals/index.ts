import type { AlikeVendor } from "../catalogue.ts"
import type { AlikeRefusal } from "../context.ts"
import { commonRefusals } from "./common.ts"
import { deepseekRefusals } from "./deepseek.ts"
import { kimiRefusals } from "./kimi.ts"
import { openrouterRefusals } from "./openrouter.ts"
import { qwenRefusals } from "./qwen.ts"

/** Everything that each vendor refuses here, in the order in which it looks. */
export const alikeRefusals: Readonly<Record<AlikeVendor, readonly AlikeRefusal[]>> = {
  qwen: [...commonRefusals("qwen"), ...qwenRefusals],
  deepseek: [...commonRefusals("deepseek"), ...deepseekRefusals],
  kimi: [...commonRefusals("kimi"), ...kimiRefusals],
  openrouter: [...commonRefusals("openrouter"), ...openrouterRefusals]
}
