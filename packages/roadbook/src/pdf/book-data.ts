import { chooseLanguage, directionOf } from '@guidebook/messages'
import { logoBackground, stageColor } from '../brand/palette.ts'
import type { BookMap, RoadbookDocument } from '../document.ts'
import { stageGpxNames } from '../gpx/gpx-files.ts'
import { printableHtml } from '../html/printable-html.ts'
import { drawCover } from '../map/cover-art.ts'
import { styleOf } from '../map/map-content.ts'
import { drawOverviewMap } from '../map/overview-map.ts'
import { qrCode } from '../qr/qr-code.ts'
import { stageTitle } from '../stage-title.ts'
import { stageWays } from '../stage-ways.ts'
import { sumOf, sumOfRoutes, sumsByKind } from '../statistics.ts'
import { plainText } from '../text/plain-text.ts'
import { eastAsian, textLocales } from '../text/text-locale.ts'
import type { BookFiles, PrintedBasemap } from './book-files.ts'
import { sheetName, sheetsOf } from './book-sheets.ts'
import { generalData, stageData } from './chapter-data.ts'
import { emergencyData } from './emergency-data.ts'
import { line, named, shortLine, travelText } from './entry-data.ts'
import { atLeastNote, kindsOf, statisticsOf, statisticValues } from './figure-data.ts'
import { localiseTexts } from './local-texts.ts'
import { overviewFrame } from './map-windows.ts'
import { layouts, type PrintStyle, styleOn } from './paper.ts'
import { restDayRow } from './rest-day.ts'
import { staysData } from './stays-data.ts'

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
  const basemap = basemapOf(book, files, 'overview')
  // As `mapWindows`: a basemap has the size of its window, also without an attribution.
  const frame = overviewFrame(book, { hasCaption: basemap.file !== null || basemap.vector !== undefined })
  const map = drawOverviewMap(book.stages, texts.overview, styleOn(basemap, style), frame)
  const rest = (before: number) =>
    book.restDays.filter((day) => day.before === before).map((day) => restDayRow(day, book.travel, style))
  return {
    blocks,
    map: files.drawing(map, texts.overview, { basemap }),
    heads: visible(heads),
    rows: book.stages.flatMap((stage, index) => [
      ...rest(index),
      {
        number: String(stage.number),
        title: line(stageTitle(stage, texts)),
        date: stage.date === null ? null : formats.day(stage.date),
        color: stageColor(palette, index),
        values: visible(rows[index] ?? []).map((value) => value ?? '–'),
      },
      ...(index === book.stages.length - 1 ? rest(index + 1) : []),
    ]),
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
    // A short last word does not stand alone.
    title: title.replace(/ (\S{1,3})$/u, '\u00A0$1'),
    titleSize: titleSize(title),
    brand: line(book.brand.name),
    logo: logoData(book, style, files),
    image: files.picture(book.cover, title),
    art: book.cover
      ? null
      : (files.drawing(drawCover(book.stages, style.palette, style.layout.cover), title)?.file ?? null),
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
  const basemaps = [...(book.basemaps ?? []), ...(book.vectors ?? [])]
  const attributions = basemaps.map(({ attribution }) => line(attribution)).filter((attribution) => attribution !== '')
  return {
    logo: logoData(book, style, files),
    facts: [
      ...fact(texts.publishedBy, line(book.brand.name)),
      ...organiser,
      ...code,
      ...fact(texts.version, line(book.contentVersion)),
      ...fact(texts.asOf, book.createdOn && formats.date(book.createdOn)),
      ...fact(texts.maps, [...new Set(attributions)].join('; ') || null),
    ],
    linkHint: texts.tripLinkHint,
    url: book.url,
    urlText: line(book.url),
    disclaimer: texts.disclaimer,
  }
}

/** The code of each stage's GPX file, by the stage's number; `null` for a stage without a file. */
const gpxCodes = (book: RoadbookDocument, { texts }: PrintStyle, files: BookFiles) => {
  const names = book.hasGpx ? stageGpxNames(book) : new Map<number, string>()
  return (stage: number) => {
    const name = names.get(stage)
    if (name === undefined) return null
    const url = `${book.url}/gpx/${name}.gpx`
    return { url, label: texts.gpxCode, qr: files.drawing(qrCode(url, texts.gpxCode), texts.gpxCode) }
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
  const style: PrintStyle = { ...styleOf(book), layout, isPrinted: true }
  const { texts } = style
  const { accommodation, contents, imprint, notes, overview, places, stage } = texts
  const { lines: _, ...colors } = style.palette
  const title = named(book.title, texts.overview)
  const brand = plainText(book.brand.name)
  const general = generalData(book.generalInfo, style, files, basemapOf(book, files, 'general'))
  const gpx = gpxCodes(book, style, files)
  const chapters = book.stages.map((stage, index) => ({
    ...stageData(stage, style, files, {
      own: basemapOf(book, files, index),
      plan: sheetsOf(book, index, layout),
      ofSheet: (number) => basemapOf(book, files, sheetName(index, number)),
    }),
    code: gpx(stage.number),
  }))
  const interfaceLang = chooseLanguage(book.lang)
  const data = {
    interface: { lang: interfaceLang, dir: directionOf(interfaceLang) },
    title: plainText(title),
    author: brand === '' ? [] : [brand],
    created: created(book.createdAt),
    colors,
    page: layout.page,
    labels: { accommodation, contents, imprint, notes, overview, places, stage },
    watermark: book.preview ? texts.previewBook : book.test ? texts.testBook : null,
    running: shortLine(title, layout.running),
    footer: [
      shortLine(brand, layout.running),
      ...(book.bookingCode === null ? [] : [`${texts.bookingCode} ${shortLine(book.bookingCode, 30)}`]),
    ].join(' · '),
    // The template numbers the pages.
    pageOf: texts.pageOf({ page: '{page}', pages: '{pages}' }),
    cover: coverData(book, title, style, files),
    emergency: emergencyData(book, title, style, files),
    stays: staysData(book, style),
    overview: overviewData(book, style, files),
    chapters: general === null ? chapters : [...chapters, general],
    imprint: imprintData(book, style, files),
  }
  const all = JSON.stringify(data)
  const locales = textLocales(typesetLang(book.lang), all)
  return {
    ...data,
    ...localiseTexts(data, locales),
    isEastAsian: eastAsian.test(all),
    fontFamily: locales.book.fonts.join(', '),
  }
}
