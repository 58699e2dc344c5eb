import escapeHtml from 'escape-html'
import { familiesFor } from '../fonts/font-files.ts'
import { wideLetter } from '../text/plain-text.ts'

/** Units of the drawing, y downward. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** An SVG with the size of its view box. */
export interface Drawing {
  svg: string
  width: number
  height: number
}

/** More digits would not be visible in print and make files larger. */
const tenths = (value: number): number => Math.round(value * 10)
const written = (inTenths: number): string => String(inTenths / 10)

type Attributes = Readonly<Record<string, string | number | undefined>>

/** Use presentation attributes, not `style`: the page's Content-Security-Policy forbids it. */
export const element = (name: string, attributes: Attributes, content = ''): string => {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        ` ${key}="${typeof value === 'number' ? Math.round(value * 100) / 100 : escapeHtml(String(value))}"`,
    )
    .join('')
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`
}

/** Attributes of a line with round ends and corners. */
export const roundLine = { fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' } as const

/** Path data of polylines, in relative coordinates. */
export const pathData = (lines: readonly (readonly Point[])[]): string => {
  const parts: string[] = []
  for (const line of lines) {
    let x = 0
    let y = 0
    line.forEach((point, index) => {
      const toX = tenths(point.x)
      const toY = tenths(point.y)
      if (index === 0) parts.push(`M${written(toX)} ${written(toY)}l`)
      else if (toX !== x || toY !== y || line.length === 2) parts.push(`${written(toX - x)} ${written(toY - y)} `)
      x = toX
      y = toY
    })
  }
  return parts
    .join('')
    .replace(/ ?l?(?=M|$)/g, '')
    .replace(/ -/g, '-')
}

export interface TextStyle {
  size: number
  fill: string
  weight?: 400 | 600 | 700
  anchor?: 'start' | 'middle' | 'end'
  /** Colour of an outline that keeps the text legible on lines. */
  halo?: string
}

export const textAt = (x: number, y: number, text: string, style: TextStyle): string =>
  element(
    'text',
    {
      x,
      y,
      'font-size': style.size,
      'font-weight': style.weight === 400 ? undefined : style.weight,
      'text-anchor': style.anchor === 'start' ? undefined : style.anchor,
      fill: style.fill,
      stroke: style.halo,
      'stroke-width': style.halo && style.size * 0.28,
    },
    escapeHtml(text),
  )

/** The font families of the PDF, then those of browsers. */
export const fontFamily = `${familiesFor('sc').join(', ')}, system-ui, sans-serif`

export const svgDocument = (
  size: { width: number; height: number },
  title: string,
  content: readonly string[],
  data: Readonly<Record<string, string>> = {},
): Drawing => ({
  ...size,
  svg: element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${size.width} ${size.height}`,
      width: size.width,
      height: size.height,
      role: 'img',
      'aria-label': title,
      'font-family': fontFamily,
      // For the halos of texts.
      'stroke-linejoin': 'round',
      'paint-order': 'stroke',
      ...data,
    },
    content.join(''),
  ),
})

const letterWidth = (letter: string): number => {
  if (wideLetter.test(letter)) return 1
  if (/[iljtfrI.,:;'|!()[\]\s]/.test(letter)) return 0.34
  if (/[mwMW@%\u2014]/.test(letter)) return 0.9
  return /\p{Lu}/u.test(letter) ? 0.68 : 0.58
}

/** Estimated width of a text in Noto Sans, rather too large: the page is composed without font metrics. */
export const textWidth = (text: string, { size, weight = 400 }: Pick<TextStyle, 'size' | 'weight'>): number =>
  size * (weight > 400 ? 1.1 : 1) * [...text].reduce((sum, letter) => sum + letterWidth(letter), 0)
