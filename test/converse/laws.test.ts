import { isNoted } from "../laws/notes.ts"
import { isPrefixStable } from "../laws/prefix.ts"
import { roundTrips, sharesWith } from "../laws/round-trip.ts"
import { streamsWell } from "../laws/streams.ts"
import { subjects } from "../laws/subjects.ts"
import { isTotal } from "../laws/total.ts"
import { converseCommon } from "./made.ts"
import { subject } from "./subject.ts"

for (const law of [roundTrips, isNoted, streamsWell, isPrefixStable, isTotal]) law(subject)

for (const other of subjects) {
  sharesWith(subject, other, converseCommon)
  sharesWith(other, subject, converseCommon)
}
