import type { Accommodation, RoadbookDocument } from '../document.ts'
import { mapLink } from '../html/safe-link.ts'
import { breaksIn, withoutBreaks } from '../text/plain-text.ts'
import { contactOf, line, lines, nightsOf } from './entry-data.ts'
import type { PrintStyle } from './paper.ts'

interface Stay {
  accommodation: Accommodation
  stages: number[]
  /** First day at it: of its booking, or of its stage. */
  day: string
}

/** Several bookings of the same nights differ in their remarks. */
const keyOf = ({ name, lat, lon, arrivalDate, departureDate, comment }: Accommodation): string =>
  JSON.stringify([name, lat, lon, arrivalDate, departureDate, comment])

/** Each stay once, in the order of its days. */
const staysOf = ({ stages, generalInfo }: RoadbookDocument): Stay[] => {
  const stays = new Map<string, Stay>()
  const parts = [...stages, { ...generalInfo, number: null, date: null }]
  for (const { number, date, accommodations } of parts) {
    for (const accommodation of accommodations) {
      const key = keyOf(accommodation)
      const stay = stays.get(key) ?? { accommodation, stages: [], day: accommodation.arrivalDate ?? date ?? '' }
      if (number !== null) stay.stages.push(number)
      stays.set(key, stay)
    }
  }
  const all = [...stays.values()]
  // A stay without a day stays where its stage is.
  return all.every(({ day }) => day !== '') ? all.sort((one, other) => (one.day < other.day ? -1 : 1)) : all
}

/** A list of up to so many lines is printed on one page. */
const mostTogether = 30
/** Characters that certainly fit a line of a column. */
const lettersOfLine = 14
const inColumn = breaksIn(lettersOfLine)

/** The list of all accommodations; `null` without any. Details that do not fit a column are in the entry of the stage. */
export const staysData = (book: RoadbookDocument, style: PrintStyle) => {
  const { texts } = style
  const stays = staysOf(book)
  if (stays.length === 0) return null
  const rows = stays.map((stay) => rowOf(stay, style))
  return {
    title: texts.stays,
    heads: [texts.date, texts.stage, texts.accommodation, texts.phone, texts.remarks],
    rows,
    long: rows.reduce((sum, row) => sum + linesOf(row), 0) > mostTogether,
  }
}

const rowOf = ({ accommodation, stages, day }: Stay, style: PrintStyle) => {
  const { texts, formats } = style
  const { lat, lon } = accommodation
  const contact = contactOf(accommodation, texts).filter(({ label }) => label !== texts.address)
  return {
    nights: nightsOf(accommodation, style) ?? (day === '' ? '' : formats.date(day)),
    stages: formats.numberList(stages),
    name: inColumn(line(accommodation.name)),
    address: inColumn(line(accommodation.address ?? '')),
    map: lat === null || lon === null ? null : mapLink(lat, lon),
    contact: contact.map(({ label, text, link }) => ({
      text: inColumn(link === null ? `${label} ${text}` : text),
      link,
    })),
    remarks: lines(accommodation.comment ?? '').map(inColumn),
  }
}

/** At most so many lines of the table. */
const linesOf = ({ name, address, contact, remarks }: ReturnType<typeof rowOf>): number => {
  const lines = (texts: readonly string[]) =>
    texts.reduce((sum, text) => sum + Math.max(1, Math.ceil(withoutBreaks(text).length / lettersOfLine)), 0)
  return 1 + Math.max(lines([name, address]), lines(contact.map(({ text }) => text)), lines(remarks))
}
