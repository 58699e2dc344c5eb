import type { RestDay, RoadbookDocument } from '../document.ts'
import { line } from './entry-data.ts'
import type { PrintStyle } from './paper.ts'

/** A day without a stage in the table of the overview: "Rest day in Mountain Hut". */
export const restDayRow = (
  { date, accommodation }: RestDay,
  { arrivalDate }: RoadbookDocument['travel'],
  { texts, formats }: PrintStyle,
) => {
  const name = line(accommodation ?? '')
  const [day, dayIn] = date === arrivalDate ? [texts.arrivalDay, texts.arrivalDayIn] : [texts.restDay, texts.restDayIn]
  return { title: name === '' ? day : dayIn({ name }), date: formats.day(date) }
}
