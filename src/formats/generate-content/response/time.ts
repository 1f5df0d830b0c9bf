const day = 86_400

/** The years that four digits can say, in seconds from 1970. */
const first = -62_167_219_200
const last = 253_402_300_799

/** A time in seconds from 1970 as RFC 3339 says it; undefined where its year has not four digits. */
export const timeOf = (seconds: number): string | undefined => {
  const whole = Math.floor(seconds)
  if (!(whole >= first && whole <= last)) return undefined
  const days = Math.floor(whole / day)
  const rest = whole - days * day
  const clock = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60, rest % 60].map((it) => digits(it, 2)).join(":")
  return `${dateOf(days)}T${clock}Z`
}

/** The date of a day, counted from 1970: years begin in March here, so that a leap day is the last of its year. */
const dateOf = (days: number): string => {
  const since = days + 719_468
  const era = Math.floor(since / 146_097)
  const ofEra = since - era * 146_097
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365
  )
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * ofYear + 2) / 153)
  const date = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(date, 2)}`
}

const digits = (value: number, count: number): string => String(value).padStart(count, "0")

/** The seconds from 1970 of a time in RFC 3339; undefined where a text is none. */
export const secondsIn = (time: string): number | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/i.test(time)) return undefined
  const milliseconds = Date.parse(time)
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000)
}
