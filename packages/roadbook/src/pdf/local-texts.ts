import type { PrintableBlock } from '../html/printable-html.ts'
import type { Run } from '../html/run-writer.ts'
import type { TextLocale, textLocales } from '../text/text-locale.ts'

const textOfRun = (run: Run): string => (typeof run === 'string' ? run : 'break' in run ? ' ' : run.text)

const textOf = (block: PrintableBlock): string => {
  if (block.type === 'list') return block.items.flat().map(textOf).join(' ')
  if (block.type === 'table') return block.rows.flat(2).map(textOf).join(' ')
  return block.type === 'quote' ? block.blocks.map(textOf).join(' ') : block.runs.map(textOfRun).join('')
}

/**
 * The texts of the book's data that are in another language, direction or form than the book: `locales` are the different ones, the first is the
 * book's; `texts` has the index of each string, and each block gets its own as `locale`.
 * @param data the strings and blocks of `bookData`; its blocks are changed
 */
export const localiseTexts = (data: unknown, { book, of }: ReturnType<typeof textLocales>) => {
  const locales: TextLocale[] = [{ ...book, dir: 'ltr' }]
  const indices = new Map(locales.map((locale, index) => [JSON.stringify(locale), index]))
  const indexOf = (text: string): number => {
    const locale = of(text)
    const key = JSON.stringify(locale)
    const index = indices.get(key) ?? locales.push(locale) - 1
    indices.set(key, index)
    return index
  }
  const texts: Record<string, number> = {}
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      const index = indexOf(value)
      if (index > 0) texts[value] = index
    } else if (Array.isArray(value)) value.forEach(visit)
    else if (typeof value === 'object' && value !== null) {
      if ('type' in value && typeof value.type === 'string')
        Object.assign(value, { locale: indexOf(textOf(value as PrintableBlock)) })
      for (const [name, part] of Object.entries(value)) if (name !== 'runs') visit(part)
    }
  }
  visit(data)
  return { locales, texts }
}
