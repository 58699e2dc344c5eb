import { telephoneLink } from '@guidebook/messages'
import type { Accommodation, PlaceDetails, Poi, TextPage } from '../document.ts'
import { lineCount, printableHtml } from '../html/printable-html.ts'
import { mailLink, mapLink, webLink } from '../html/safe-link.ts'
import type { BookMessages } from '../interface/formats.ts'
import type { DrawingStyle } from '../map/map-content.ts'
import { groupColor, poiGroupOf } from '../poi/poi-icons.ts'
import { plainText, truncated, widthInLetters, withBreaks } from '../text/plain-text.ts'
import type { BookFiles } from './book-files.ts'

/** An entry with more characters or more lines may break over pages. */
const longEntry = { characters: 900, lines: 20 }
/** A title with more characters does not fit into the narrow column beside its text. */
const longTitle = 120

const isLong = (texts: readonly string[], count: number): boolean =>
  texts.join('').length > longEntry.characters || count > longEntry.lines

export const isWide = (title: string): boolean => title.length > longTitle

/** An operator's text as one printable line with break opportunities. */
export const line = (text: string): string => withBreaks(plainText(text))

/** A text in a running head or foot, which have one line: at most as wide as so many Latin letters. */
export const shortLine = (text: string, longest: number): string => truncated(plainText(text), longest, widthInLetters)

/** An operator's text with its line breaks, without leading and trailing empty lines. */
export const lines = (text: string): string[] => {
  const all = text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/u).map(line)
  return all.slice(
    all.findIndex((one) => one !== ''),
    all.findLastIndex((one) => one !== '') + 1,
  )
}

/** The name of an entry, which is never empty. */
export const named = (name: string, otherwise: string): string => line(name) || otherwise

/** Web addresses are printed without scheme and trailing slash. */
const shownAddress = (web: string): string =>
  plainText(web)
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')

type Located = PlaceDetails & { lat: number | null; lon: number | null }

/** How to find and reach a place: the known details with their links. */
export const contactOf = (place: Located, texts: BookMessages) => {
  const { address, phone, email, web, checkIn, checkOut, openingHours, lat, lon } = place
  const map = lat === null || lon === null ? null : mapLink(lat, lon)
  const item = (label: string, value: string | null, link: string | null = null, text = line(value ?? '')) =>
    text === '' ? [] : [{ label, text, link }]
  return [
    ...item(texts.address, address, map),
    ...item(texts.phone, phone, telephoneLink(phone ?? '')),
    ...item(texts.email, email, mailLink(email ?? '')),
    ...item(texts.web, web, webLink(web ?? ''), withBreaks(shownAddress(web ?? ''))),
    ...item(texts.checkIn, checkIn),
    ...item(texts.checkOut, checkOut),
    ...item(texts.openingHours, openingHours),
  ]
}

export const poiData = (poi: Poi, { texts }: DrawingStyle, files: BookFiles) => {
  const group = poiGroupOf(poi.icon)
  const groupName = texts[`poiGroup.${group}`]
  const name = line(poi.name)
  const blocks = printableHtml(poi.html)
  const contact = contactOf(poi, texts)
  return {
    bare: blocks.length === 0 && contact.length === 0 && poi.image === null,
    number: String(poi.number),
    name,
    group: groupName,
    color: groupColor(group),
    blocks,
    contact,
    image: files.picture(poi.image, name),
    long: isLong([name, poi.html, ...contact.map(({ text }) => text)], lineCount(blocks)),
  }
}

export const nightsOf = (
  { arrivalDate, departureDate }: Pick<Accommodation, 'arrivalDate' | 'departureDate'>,
  { texts, formats }: DrawingStyle,
): string | null => {
  if (arrivalDate && departureDate && arrivalDate < departureDate) return formats.dateRange(arrivalDate, departureDate)
  const parts = []
  if (arrivalDate) parts.push(texts.labelled({ label: texts.arrival, value: formats.date(arrivalDate) }))
  if (departureDate && departureDate !== arrivalDate)
    parts.push(texts.labelled({ label: texts.departure, value: formats.date(departureDate) }))
  return parts.length > 0 ? parts.join(' · ') : null
}

export const accommodationData = (accommodation: Accommodation, style: DrawingStyle, files: BookFiles) => {
  const name = line(accommodation.name)
  const comment = lines(accommodation.comment ?? '')
  const blocks = printableHtml(accommodation.html)
  const contact = contactOf(accommodation, style.texts)
  const texts = [name, accommodation.html, accommodation.comment ?? '', ...contact.map(({ text }) => text)]
  return {
    name,
    nights: nightsOf(accommodation, style),
    comment,
    blocks,
    contact,
    image: files.picture(accommodation.image, name),
    long: isLong(texts, lineCount(blocks) + comment.length),
  }
}

export const textData = (text: TextPage, files: BookFiles) => {
  const title = line(text.title)
  return {
    title: title || null,
    wide: isWide(title),
    blocks: printableHtml(text.html),
    image: files.picture(text.image, title),
  }
}

/** Travel dates as one line; `null` if there are none. */
export const travelText = (
  { arrivalDate, departureDate }: { arrivalDate: string | null; departureDate: string | null },
  { texts, formats }: DrawingStyle,
): string | null => {
  if (arrivalDate && departureDate) return formats.dateRange(arrivalDate, departureDate)
  if (arrivalDate) return texts.from({ date: formats.date(arrivalDate) })
  if (departureDate) return texts.until({ date: formats.date(departureDate) })
  return null
}
