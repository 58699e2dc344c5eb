import { describe, expect, test } from 'vitest'
import { loadFonts, renderPdf } from '../../src/index.ts'
import { emptyBook, poiOf, stageOf, stayOf } from '../books.ts'
import { lettersOf, readPdf } from '../pdf-reader.ts'
import { fullBook } from './full-book.ts'

const fonts = loadFonts()

describe('languages', () => {
  test.each([
    ['de', ['Inhalt', 'Etappe 1', 'Seite 2 von', '3. Juni 2026']],
    ['en', ['Contents', 'Stage 1', 'Page 2 of', '3 June 2026']],
    ['fr', ['Sommaire', 'Étape 1', 'Page 2 sur', '3 juin 2026']],
    ['it', ['Indice', 'Tappa 1', 'Pagina 2 di', '3 giugno 2026']],
    ['es', ['Índice', 'Etapa 1', 'Página 2 de', '3 de junio de 2026']],
    ['nl', ['Inhoud', 'Etappe 1', 'Pagina 2 van', '3 juni 2026']],
    ['sv', ['Contents', 'Stage 1', '3 June 2026']],
  ])('%s: its words and dates', async (lang, expected) => {
    const { text, info } = await readPdf(renderPdf({ ...fullBook, lang }, fonts).pdf)
    for (const words of expected) expect(text).toContain(words)
    expect(info).toMatchObject({ Language: lang })
  })

  test.each([
    ['de', 'Donau dampf schiff fahrtsge sellschaft'],
    ['fr', 'anticonsti tutionnel lement'],
    ['it', 'precipite volissime volmente'],
    ['es', 'electroen cefalogra fista'],
    ['nl', 'verze kerings maat schappijen'],
    ['sv', 'fotbolls spelare fackföre ningar'],
    ['no', 'men neskeret tighetsor ganisasjo ner'],
    ['da', 'speciallæ gepraksis planlæg ning'],
    ['fi', 'epäjärjes telmällis tyttämät tömyys'],
    ['pl', 'dziewięć dziesięcio kilkulatek'],
    ['cs', 'nejneob hospoda řovávatel nějšími'],
    ['hu', 'megszent ségtelenít hetetlen ség'],
    ['el', 'ηλεκτροε γκεφαλο γραφήμα τα'],
    ['ru', 'достопри мечатель ностями'],
    ['uk', 'високо превосхо дитель ство'],
    ['bg', 'непроти воконсти туционно'],
  ])('%s: a word too long for its column is parted as the language parts it', async (lang, parts) => {
    const html = `<table><tr>${`<td>${parts.replaceAll(' ', '')}</td>`.repeat(7)}</tr></table>`
    const book = emptyBook({ lang, stages: [stageOf(1, 'x', { texts: [{ title: '', html, image: null }] })] })
    // Some readers show the hyphens at line ends.
    const { text } = await readPdf(renderPdf(book, fonts).pdf)
    expect(text.replaceAll('- ', ' ')).toContain(`${parts} ${parts}`)
  })

  test('Greek, Cyrillic, Hebrew, Arabic and East Asian texts have glyphs for all letters', async () => {
    const words =
      'Ο Όλυμπος είναι ψηλός. Подъём на Эльбрус, Їжак, Ђердап. Žluťoučký kůň. שביל ישראל. الطريق إلى القمة. 京都の道 산길'
    const { pdf, warnings } = renderPdf(
      emptyBook({
        lang: 'el',
        title: 'Ο Όλυμπος',
        stages: [stageOf(1, 'Подъём на Эльбрус', { texts: [{ title: 'Ž', html: words, image: null }] })],
      }),
      fonts,
    )
    expect(warnings).toEqual([])
    const { letters } = await readPdf(pdf)
    for (const part of ['ΟΌλυμποςείναιψηλός.', 'ПодъёмнаЭльбрус,Їжак,Ђердап.', 'Žluťoučkýkůň.', '京都の道', '산길'])
      expect(letters).toContain(lettersOf(part))
  })

  test('characters without a glyph in the details of a place are reported, too', () => {
    const sign = '\u{13001}'
    const fields = ['address', 'email', 'check-in time', 'check-out time', 'opening hours']
    const details = { address: sign, email: sign, checkIn: sign, checkOut: sign, openingHours: sign }
    const accommodations = [{ ...stayOf('Inn', details), externalId: 'INN' }]
    const { warnings } = renderPdf(emptyBook({ stages: [stageOf(1, 'First', { accommodations })] }), fonts)
    expect(warnings.map(({ code, externalId, message }) => [code, externalId, message.split(' has ')[0]])).toEqual(
      fields.map((field) => ['glyph-missing', 'INN', `The ${field} of an accommodation`]),
    )
  })

  test('characters without a glyph are printed as U+FFFD and reported with the item and its text', async () => {
    const poi = { ...poiOf(1, 'Ok', 46, 13), html: '<p>\u{13001}\u{13002}\u{13001}</p>' }
    const pois = [{ ...poi, externalId: 'TEMPLE', pointer: '/pois/3' }]
    const stages = [stageOf(1, 'First', { pois }), stageOf(2, '\u{13003}')]
    const { pdf, warnings } = renderPdf(emptyBook({ title: 'Hieroglyph \u{13000}', stages }), fonts)
    const warning = (what: string, codes: string, externalId: string | null = null, pointer: string | null = null) => ({
      code: 'glyph-missing',
      message: `${what} has characters that no font can print. They are printed as \uFFFD: ${codes}.`,
      externalId,
      pointer,
    })
    expect(warnings).toEqual([
      warning('The title of the guidebook', 'U+13000'),
      warning('The description of a point of interest', 'U+13001 U+13002', 'TEMPLE', '/pois/3'),
      warning('The title of stage 2', 'U+13003'),
    ])
    expect((await readPdf(pdf)).text).toContain('Hieroglyph \uFFFD')
  })

  test('an unknown or malformed language gives an English book', async () => {
    for (const lang of ['', 'e', '#x', 'constructor', 'xx'])
      expect((await readPdf(renderPdf(emptyBook({ lang }), fonts).pdf)).text).toContain('Contents')
  })
})
