import { logoBackground, stageColor } from '../brand/palette.ts'
import type { BookMap, RoadbookDocument } from '../document.ts'
import { printableHtml } from '../html/printable-html.ts'
import { styleOf } from '../map/map-content.ts'
import { drawOverviewMap } from '../map/overview-map.ts'
import { drawTrail } from '../map/trail.ts'
import { stageWays } from '../stage-ways.ts'
import { sumOf, sumOfRoutes, sumsByKind } from '../statistics.ts'
import { plainText, truncated } from '../text/plain-text.ts'
import type { BookFiles, PrintedBasemap } from './book-files.ts'
import { generalData, stageData, stageTitle, styleOn } from './chapter-data.ts'
import { line, named, travelText } from './entry-data.ts'
import { atLeastNote, kindsOf, statisticsOf, statisticValues } from './figure-data.ts'
import { overviewFrame } from './map-windows.ts'
import { layouts, type PrintStyle } from './paper.ts'

const overviewData = (book: RoadbookDocument, style: PrintStyle, files: BookFiles) => {
  const { texts, formats, palette } = style
  const blocks = printableHtml(book.html)
  if (book.stages.length === 0 && blocks.length === 0) return null
  const heads = [texts.distance, texts.ascent, texts.descent, texts.time]
  const ways = book.stages.map((stage) => stageWays(stage).main.routes)
  const sums = ways.map(sumOfRoutes)
  const rows = sums.map((sum) => statisticValues(sum, style))
  const shown = heads.map((_, column) => rows.some((row) => row[column] !== null))
  const visible = <T>(values: readonly T[]): T[] => values.filter((_, column) => shown[column])
  const beneath = basemapOf(book, files, 'overview')
  const frame = overviewFrame(book, { hasCaption: beneath.attribution !== null })
  const map = drawOverviewMap(book.stages, texts.overview, styleOn(beneath, style), frame)
  return {
    blocks,
    map: files.drawing(map, texts.overview, { beneath }),
    heads: visible(heads),
    rows: book.stages.map((stage, index) => ({
      number: String(stage.number),
      title: stageTitle(stage, style),
      date: stage.date === null ? null : formats.day(stage.date),
      color: stageColor(palette, index),
      values: visible(rows[index] ?? []).map((value) => value ?? '–'),
    })),
    // The page of a single stage has the same figures.
    total: rows.length > 1 ? statisticsOf(sumOf(sums), style) : [],
    kinds: rows.length > 1 ? kindsOf(sumsByKind(ways.flat()), style) : [],
    note: atLeastNote(sums, style),
  }
}

/** The brand's logo with the background that it is printed on. */
const logoData = ({ brand: { logo, name } }: RoadbookDocument, { palette }: PrintStyle, files: BookFiles) =>
  logo && { picture: files.picture(logo, plainText(name)), background: logoBackground(logo.color, palette) }

const titleSize = (title: string): number => {
  const { length } = [...title]
  return length <= 24 ? 38 : length <= 48 ? 30 : length <= 90 ? 23 : length <= 200 ? 17 : 12
}

const fact = (label: string, value: string | null) => (value === null ? [] : [{ label, value }])

/** The organiser, unless it is the brand, and the booking code. */
const bookingFacts = ({ brand, organiser, bookingCode }: RoadbookDocument, { texts }: PrintStyle) => {
  const name = line(organiser)
  return {
    organiser: fact(texts.organisedBy, name === '' || name === line(brand.name) ? null : name),
    code: fact(texts.bookingCode, bookingCode && line(bookingCode)),
  }
}

const coverData = (book: RoadbookDocument, title: string, style: PrintStyle, files: BookFiles) => {
  const { organiser, code } = bookingFacts(book, style)
  return {
    title,
    titleSize: titleSize(title),
    brand: line(book.brand.name),
    logo: logoData(book, style, files),
    image: files.picture(book.cover, title),
    trail: files.drawing(drawTrail(book.stages, style.palette.onPrimary), title)?.file ?? null,
    facts: [...fact(style.texts.travelDates, travelText(book.travel, style)), ...code, ...organiser],
  }
}

const basemapOf = ({ basemaps, vectors }: RoadbookDocument, files: BookFiles, map: BookMap): PrintedBasemap =>
  files.basemap(
    basemaps?.find((basemap) => basemap.map === map),
    vectors?.find((vector) => vector.map === map),
  )

const imprintData = (book: RoadbookDocument, style: PrintStyle, files: BookFiles) => {
  const { texts, formats } = style
  const { organiser, code } = bookingFacts(book, style)
  const beneath = [...(book.basemaps ?? []), ...(book.vectors ?? [])]
  const attributions = new Set(beneath.map(({ attribution }) => line(attribution)))
  return {
    logo: logoData(book, style, files),
    facts: [
      ...fact(texts.publishedBy, line(book.brand.name)),
      ...organiser,
      ...code,
      ...fact(texts.version, line(book.contentVersion)),
      ...fact(texts.asOf, book.createdAt && formats.date(book.createdAt)),
      ...fact(texts.maps, [...attributions].join('; ') || null),
    ],
    linkHint: texts.tripLinkHint,
    url: book.url,
    urlText: line(book.url),
    disclaimer: texts.disclaimer,
  }
}

/** Typst has hyphenation rules for Bokmål and Nynorsk, but not for `no`. */
const typesetLang = (lang: string): string => (lang === 'no' ? 'nb' : /^[a-z]{2,3}$/.test(lang) ? lang : 'en')

const created = (instant: string | null) => {
  if (instant === null) return null
  const [year, month, day, hour, minute, second] = new Date(instant).toISOString().split(/\D/).map(Number)
  return { year, month, day, hour, minute, second }
}

/** All texts and files that the template prints, translated, formatted and ordered. */
export const bookData = (book: RoadbookDocument, files: BookFiles) => {
  const layout = layouts[book.paper]
  const style: PrintStyle = { ...styleOf(book), layout }
  const { texts } = style
  const { accommodation, contents, imprint, overview, places, stage } = texts
  const { lines: _, ...colors } = style.palette
  const title = named(book.title, texts.overview)
  const brand = plainText(book.brand.name)
  const general = generalData(book.generalInfo, style, files, basemapOf(book, files, 'general'))
  const chapters = book.stages.map((stage, index) => stageData(stage, style, files, basemapOf(book, files, index)))
  return {
    lang: typesetLang(book.lang),
    title: plainText(title),
    author: brand === '' ? [] : [brand],
    created: created(book.createdAt),
    colors,
    page: layout.page,
    labels: { accommodation, contents, imprint, overview, places, stage },
    watermark: book.test ? texts.testBook : null,
    running: truncated(plainText(title), layout.running),
    footer: [
      truncated(brand, layout.running),
      ...(book.bookingCode === null ? [] : [`${texts.bookingCode} ${truncated(plainText(book.bookingCode), 30)}`]),
    ].join(' · '),
    // The template numbers the pages.
    pageOf: texts.pageOf({ page: '{page}', pages: '{pages}' }),
    cover: coverData(book, title, style, files),
    overview: overviewData(book, style, files),
    chapters: general === null ? chapters : [...chapters, general],
    imprint: imprintData(book, style, files),
  }
}
