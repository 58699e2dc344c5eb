import { logoGround, stageColor } from '../brand/palette.ts'
import type { BookMap, MapGround, RoadbookDocument, RouteStatistics, Stage } from '../document.ts'
import { printableHtml } from '../html/printable-html.ts'
import type { BookMessages } from '../interface/book-messages.ts'
import { styleOf } from '../map/book-style.ts'
import { drawOverviewMap } from '../map/overview-map.ts'
import { drawTrail } from '../map/trail.ts'
import { plainText } from '../text/plain-text.ts'
import type { BookFiles } from './book-files.ts'
import { generalData, shortened, stageData, stageTitle } from './chapter-data.ts'
import { line, named, statisticsOf, statisticValues, travelText } from './entry-data.ts'
import { overviewFrame } from './overview-frame.ts'
import { layouts, type PrintStyle } from './paper.ts'

const keys = ['distanceMetres', 'ascentMetres', 'descentMetres', 'durationSeconds'] as const

/** The sum over several routes; a value that one of them lacks is unknown for all. */
const sumOf = (all: readonly RouteStatistics[]): RouteStatistics => {
  const sum: RouteStatistics = { distanceMetres: null, ascentMetres: null, descentMetres: null, durationSeconds: null }
  for (const key of keys) {
    const values = all.map((statistics) => statistics[key])
    if (values.length > 0 && values.every((value) => value !== null))
      sum[key] = values.reduce((total, value) => total + value, 0)
  }
  return sum
}

const overviewData = (book: RoadbookDocument, style: PrintStyle, files: BookFiles) => {
  const { texts, formats, palette } = style
  const blocks = printableHtml(book.html)
  if (book.stages.length === 0 && blocks.length === 0) return null
  const heads = [texts.distance, texts.ascent, texts.descent, texts.time]
  const sums = book.stages.map(({ routes }) => sumOf(routes.map(({ statistics }) => statistics)))
  const rows = sums.map((sum) => statisticValues(sum, formats))
  const shown = heads.map((_, column) => rows.some((row) => row[column] !== null))
  const visible = <T>(values: readonly T[]): T[] => values.filter((_, column) => shown[column])
  const known = sums.filter((_, index) => (book.stages[index] as Stage).routes.length > 0)
  const ground = files.ground(groundOf(book, 'overview'))
  const frame = overviewFrame(book, style.layout, { hasCaption: ground !== null })
  const map = drawOverviewMap(book.stages, texts.overview, { ...style, onPicture: ground !== null }, frame)
  return {
    blocks,
    map: files.drawing(map, texts.overview, null, ground),
    heads: visible(heads),
    rows: book.stages.map((stage, index) => ({
      number: String(stage.number),
      title: stageTitle(stage, style),
      date: stage.date === null ? null : formats.day(stage.date),
      color: stageColor(palette, index),
      values: visible(rows[index] ?? []).map((value) => value ?? '–'),
    })),
    // Of a single stage the same stands on its own page.
    total: rows.length > 1 ? statisticsOf(sumOf(known), style) : [],
  }
}

/** The brand's logo with the ground that it is printed on. */
const logoData = ({ brand: { logo, name } }: RoadbookDocument, { palette }: PrintStyle, files: BookFiles) =>
  logo && { picture: files.picture(logo, plainText(name)), ground: logoGround(logo.color, palette) }

const titleSize = (title: string): number => {
  const { length } = [...title]
  return length <= 24 ? 38 : length <= 48 ? 30 : length <= 90 ? 23 : length <= 200 ? 17 : 12
}

/** Who runs the trip, where the book presents itself as someone else. */
const organiserFact = ({ brand, organiser }: RoadbookDocument, { texts }: PrintStyle) => {
  const name = line(organiser)
  return name === '' || name === line(brand.name) ? [] : [{ label: texts.organisedBy, value: name }]
}

const coverData = (book: RoadbookDocument, title: string, style: PrintStyle, files: BookFiles) => {
  const travel = travelText(book.travel, style)
  return {
    title,
    titleSize: titleSize(title),
    brand: line(book.brand.name),
    logo: logoData(book, style, files),
    image: files.picture(book.cover, title),
    trail: files.drawing(drawTrail(book.stages, style.palette.onPrimary), title)?.file ?? null,
    facts: [
      ...(travel === null ? [] : [{ label: style.texts.travelDates, value: travel }]),
      ...(book.bookingCode === null ? [] : [{ label: style.texts.bookingCode, value: line(book.bookingCode) }]),
      ...organiserFact(book, style),
    ],
  }
}

const groundOf = ({ grounds }: RoadbookDocument, map: BookMap): MapGround | undefined =>
  grounds?.find((ground) => ground.map === map)

/** Who made what lies beneath the maps, each once. */
const mapsFact = ({ grounds = [] }: RoadbookDocument, { texts }: PrintStyle) => {
  const makers = new Set(grounds.map(({ attribution }) => line(attribution)))
  return makers.size === 0 ? [] : [{ label: texts.maps, value: [...makers].join('; ') }]
}

const imprintData = (book: RoadbookDocument, style: PrintStyle, files: BookFiles) => {
  const { texts, formats } = style
  return {
    logo: logoData(book, style, files),
    facts: [
      { label: texts.publishedBy, value: line(book.brand.name) },
      ...organiserFact(book, style),
      ...(book.bookingCode === null ? [] : [{ label: texts.bookingCode, value: line(book.bookingCode) }]),
      { label: texts.version, value: line(book.contentVersion) },
      ...(book.createdAt === null ? [] : [{ label: texts.asOf, value: formats.date(book.createdAt) }]),
      ...mapsFact(book, style),
    ],
    linkHint: texts.tripLinkHint,
    url: book.url,
    urlText: line(book.url),
    disclaimer: texts.disclaimer,
  }
}

/** Typst has rules of hyphenation for either written Norwegian and none for Norwegian as such. */
const typesetLang = (lang: string): string => (lang === 'no' ? 'nb' : /^[a-z]{2,3}$/.test(lang) ? lang : 'en')

const created = (instant: string | null) => {
  if (instant === null) return null
  const date = new Date(instant)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  }
}

/** The texts that the template itself sets. */
const labelsOf = ({ accommodation, contents, imprint, overview, places, stage }: BookMessages) => ({
  accommodation,
  contents,
  imprint,
  overview,
  places,
  stage,
})

/** Everything the template prints, in words and files: all choices of language, form and order are made here. */
export const bookData = (book: RoadbookDocument, files: BookFiles) => {
  const layout = layouts[book.paper]
  const style: PrintStyle = { ...styleOf(book), layout }
  const { texts } = style
  const { lines: _, ...colors } = style.palette
  const title = named(book.title, texts.overview)
  const brand = plainText(book.brand.name)
  const general = generalData(book.generalInfo, style, files, groundOf(book, 'general'))
  const chapters = book.stages.map((stage, index) => stageData(stage, style, files, groundOf(book, index)))
  return {
    lang: typesetLang(book.lang),
    title: plainText(title),
    author: brand === '' ? [] : [brand],
    created: created(book.createdAt),
    colors,
    page: layout.page,
    labels: labelsOf(texts),
    watermark: book.test ? texts.testBook : null,
    running: shortened(title, style),
    footer: [
      shortened(brand, style),
      ...(book.bookingCode === null ? [] : [`${texts.bookingCode} ${shortened(book.bookingCode, style, 30)}`]),
    ].join(' · '),
    // The template numbers the pages.
    pageOf: texts.pageOf({ page: '{page}', pages: '{pages}' }),
    cover: coverData(book, title, style, files),
    overview: overviewData(book, style, files),
    chapters: general === null ? chapters : [...chapters, general],
    imprint: imprintData(book, style, files),
  }
}
