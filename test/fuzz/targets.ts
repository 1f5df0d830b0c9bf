import type { Rig } from "./rig.ts"
import type { Target } from "./target.ts"
import { answers, wires } from "./targets/answers.ts"
import { files } from "./targets/files.ts"
import { bodies, heads } from "./targets/requests.ts"
import { streams } from "./targets/streams.ts"

/** Every target, those behind sockets at one gateway. */
export const targetsAt = (rig: Rig): readonly Target[] => [
  bodies(rig),
  heads(rig),
  answers(rig),
  wires(rig),
  streams,
  files()
]
