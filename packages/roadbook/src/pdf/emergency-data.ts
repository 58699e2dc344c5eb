import { telephoneLink } from '@guidebook/messages'
import type { RoadbookDocument } from '../document.ts'
import { type EmergencyNumbers, emergencyNumbersOf } from '../emergency/emergency-numbers.ts'
import { qrCode } from '../qr/qr-code.ts'
import { plainText, truncated, withBreaks } from '../text/plain-text.ts'
import type { BookFiles } from './book-files.ts'
import { line } from './entry-data.ts'
import type { PrintStyle } from './paper.ts'

/** Of our own table. Some have two digits, which `telephoneLink` does not take for a telephone number. */
const number = (digits: string) => ({ number: line(digits), link: `tel:${digits}` })

/** Countries with the same numbers have one line; a number of the whole world has no country. */
const countryLines = (all: readonly EmergencyNumbers[], { texts, formats }: PrintStyle) =>
  [...Map.groupBy(all, ({ call, others }) => JSON.stringify([call, others])).values()].flatMap((countries) => {
    const [first] = countries
    if (!first) return []
    const names = countries.flatMap(({ country }) => (country === null ? [] : [formats.country(country)]))
    return [
      {
        countries: names.join(', '),
        call: number(first.call),
        others: first.others.map((one) => ({ label: texts[`emergencyService.${one.service}`], ...number(one.number) })),
      },
    ]
  })

/** Longest title on the card, characters. The cover has the whole title. */
const longestTitle = 120

/** The card inside the cover. */
export const emergencyData = (book: RoadbookDocument, title: string, style: PrintStyle, files: BookFiles) => {
  const { texts } = style
  const operator = line(book.organiser) || line(book.brand.name)
  const phone = plainText(book.emergencyPhone ?? '')
  const lines = countryLines(emergencyNumbersOf(book), style)
  return {
    title: texts.emergency,
    callLabel: texts.emergencyCall,
    lines,
    // The numbers of many countries may not fit on one page: then the card may break.
    long: lines.length > 3,
    operator:
      phone === ''
        ? null
        : { label: texts.emergencyOperator({ name: operator }), number: line(phone), link: telephoneLink(phone) },
    trip: withBreaks(truncated(plainText(title), longestTitle)),
    code: book.bookingCode === null ? null : { label: texts.bookingCode, value: line(book.bookingCode) },
    say: texts.emergencySay,
    position: { label: texts.labelled({ label: texts.position, value: '' }), hint: texts.positionHint },
    link: { label: texts.tripLink, url: book.url, qr: files.drawing(qrCode(book.url, texts.tripLink), texts.tripLink) },
  }
}
