import type {
  Accommodation,
  GeneralInfo,
  PlaceDetails,
  RoadbookDocument,
  RoadbookWarning,
  Route,
  TextPage,
} from '../document.ts'
import { textOfHtml } from '../html/printable-html.ts'

type Item = Partial<
  Pick<Route, 'externalId' | 'pointer' | 'name'> &
    Pick<TextPage, 'title' | 'html'> &
    Pick<Accommodation, 'comment'> &
    PlaceDetails
>

interface Text {
  what: string
  text: string
  item: Pick<Item, 'externalId' | 'pointer'>
}

const itemTexts = (kind: string, item: Item): Text[] => {
  const { name, title, html, address, phone, email, web, checkIn, checkOut, openingHours, comment } = item
  const hours = { 'check-in time': checkIn, 'check-out time': checkOut, 'opening hours': openingHours }
  const texts = { name, title, description: html && textOfHtml(html), address, phone, email, web, ...hours, comment }
  return Object.entries(texts).flatMap(([field, text]) =>
    text ? [{ what: `The ${field} of ${kind}`, text, item }] : [],
  )
}

const sectionTexts = ({ routes, pois, texts, accommodations }: GeneralInfo): Text[] => [
  ...routes.flatMap((route) => itemTexts('a route', route)),
  ...pois.flatMap((poi) => itemTexts('a point of interest', poi)),
  ...texts.flatMap((text) => itemTexts('a text', text)),
  ...accommodations.flatMap((stay) => itemTexts('an accommodation', stay)),
]

/** All texts that a book prints, with the item that each belongs to. */
const textsOf = ({ title, html, brand, organiser, stages, generalInfo }: RoadbookDocument): Text[] => [
  ...itemTexts('the guidebook', { title, html }),
  ...itemTexts('the brand', { name: brand.name }),
  ...itemTexts('the organiser', { name: organiser }),
  ...stages.flatMap((stage) => [...itemTexts(`stage ${stage.number}`, { title: stage.title }), ...sectionTexts(stage)]),
  ...sectionTexts(generalInfo),
]

const mostCodes = 20
const codeOf = (sign: string): string =>
  `U+${(sign.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`

const listed = (signs: readonly string[]): string => {
  const codes = signs.slice(0, mostCodes).map(codeOf).join(' ')
  return signs.length > mostCodes ? `${codes} and ${signs.length - mostCodes} more` : codes
}

/** A warning for each text with characters that no font has. */
export const glyphWarnings = (book: RoadbookDocument, missing: ReadonlySet<string>): RoadbookWarning[] => {
  if (missing.size === 0) return []
  return textsOf(book).flatMap(({ what, text, item: { externalId = null, pointer = null } }): RoadbookWarning[] => {
    const signs = [...new Set(text)].filter((sign) => missing.has(sign))
    if (signs.length === 0) return []
    const message = `${what} has characters that no font can print. They are printed as \uFFFD: ${listed(signs)}.`
    return [{ code: 'glyph-missing', message, externalId, pointer }]
  })
}
