import { fontPaths } from '@guidebook/roadbook'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawLogo } from './draw-logo.ts'

const fonts = fontPaths('')
const red = '<rect width="90" height="90" fill="#ff0000"/>'
const svg = (inner: string, attributes = 'width="300" height="100"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}</svg>`
const draw = (text: string) => drawLogo(Buffer.from(text), fonts)

async function drawn(text: string) {
  const result = draw(text)
  if ('fault' in result) throw new Error(result.fault)
  const { data, info } = await sharp(result.png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
  return { size: [info.width, info.height], at }
}

describe('an SVG', () => {
  test('is drawn in the size of a logo on a transparent background', async () => {
    const { size, at } = await drawn(svg(red))
    expect(size).toEqual([800, 267])
    expect(at(10, 10)).toEqual([255, 0, 0, 255])
    expect(at(790, 10)).toEqual([0, 0, 0, 0])
  })

  test.each([
    ['no size', '', [320, 320]],
    ['a view box alone', 'viewBox="0 0 50 20"', [800, 320]],
    ['millimetres', 'width="50mm" height="40mm"', [400, 320]],
    ['percentages', 'width="100%" height="100%" viewBox="0 0 50 40"', [400, 320]],
  ])('with %s has a size', async (_, attributes, size) => {
    expect((await drawn(svg(red, attributes))).size).toEqual(size)
  })

  test('may use style sheets, gradients, symbols and clipping', async () => {
    const { at } = await drawn(
      svg(
        `<style>.c{clip-path:url(#half)} .g{fill:url(#blue)}</style>
        <defs><linearGradient id="blue"><stop stop-color="#0000ff"/></linearGradient>
        <clipPath id="half"><rect width="50" height="100"/></clipPath><symbol id="mark"><rect width="300" height="100"/></symbol></defs>
        <g class="c"><use xlink:href="#mark" class="g"/></g>`,
      ),
    )
    expect(at(20, 20)).toEqual([0, 0, 255, 255])
    expect(at(700, 20)[3]).toBe(0)
  })

  test('uses the fonts of the book, for any script', async () => {
    for (const word of ['Wandern', 'Поход', 'Πεζοπορία']) {
      const one = draw(svg(`<text y="80" font-size="60" font-family="Comic Sans MS">${word}</text>`))
      expect('png' in one).toBe(true)
    }
  })

  test('may abbreviate its namespaces with entities', async () => {
    const doctype =
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd" [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>'
    const { at } = await drawn(`<?xml version="1.0"?>${doctype}<svg xmlns="&ns_svg;" width="9" height="9">${red}</svg>`)
    expect(at(5, 5)).toEqual([255, 0, 0, 255])
  })
})

describe('untrusted content of an SVG', () => {
  const plain = draw(svg(red))
  test.each([
    ['a script', svg(`<script>while (true);</script>${red}`)],
    [
      'embedded HTML',
      svg(`<foreignObject width="9" height="9"><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>${red}`),
    ],
    ['a style sheet from elsewhere', svg(`<style>@import url("https://x.example/a.css");</style>${red}`)],
    [
      'an entity that is a file',
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg(`${red}<desc>&x;</desc>`)}`,
    ],
    [
      'entities of entities',
      `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${svg(`${red}<desc>&b;</desc>`)}`,
    ],
  ])('%s is ignored', (_, text) => {
    expect(draw(text)).toEqual(plain)
  })

  const tenfold = (levels: number) =>
    svg(
      `<defs>${Array.from({ length: levels }, (__, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`).join('')}<rect id="l0" width="9" height="9"/></defs><use href="#l${levels}"/>`,
    )
  const tenfoldByStyle = svg(
    `<style>${Array.from({ length: 30 }, (_, level) => `.c${level}{clip-path:url(#l${level})}`).join('')}</style>${Array.from(
      { length: 29 },
      (_, level) =>
        `<clipPath id="l${level}">${`<rect class="c${level + 1}" width="9" height="9"/>`.repeat(2)}</clipPath>`,
    ).join('')}<g class="c0">${red}</g>`,
  )

  test.each([
    [
      'a file',
      svg(`<image href="file:///etc/passwd" width="9" height="9"/>${red}`),
      'it has <image>, which is not drawn',
    ],
    [
      'a picture from elsewhere',
      svg('<image xlink:href="https://x.example/a.png"/>'),
      'it has <image>, which is not drawn',
    ],
    ['a drawing in a drawing', svg('<image href="data:image/svg+xml,x"/>'), 'it has <image>, which is not drawn'],
    [
      'one under another prefix',
      svg('<s:image xmlns:s="http://www.w3.org/2000/svg" href="/a.png"/>'),
      'it has <image>, which is not drawn',
    ],
    [
      'a filter',
      svg('<filter id="f"><feGaussianBlur stdDeviation="1e9"/></filter>'),
      'it has <filter>, which is not drawn',
    ],
    ['a filter by style', svg(`<g style="filter: blur(99999px)">${red}</g>`), 'it has a filter, which is not drawn'],
    [
      'a filter by style sheet',
      svg(`<style>rect{filter:blur(99999px)}</style>${red}`),
      'it has a filter, which is not drawn',
    ],
    [
      'a pattern',
      svg(`<pattern id="p" width="1e9" height="1e9">${red}</pattern>`),
      'it has <pattern>, which is not drawn',
    ],
    ['use of use of use', tenfold(9), 'it has too many parts'],
    ['clipping of clipping of clipping', tenfoldByStyle, 'it has too many parts'],
    ['use of itself', svg('<g id="a"><use href="#a"/></g>'), 'it refers to itself'],
    ['too deep nesting', svg('<g>'.repeat(5_000) + red + '</g>'.repeat(5_000)), 'it has too many parts'],
    ['too many elements', svg(red.repeat(20_000)), 'it has too many parts'],
    ['no area', svg(red, 'width="0" height="-5"'), 'the file is damaged'],
    ['no proportion', svg(red, 'width="1" height="1e9"'), 'the file is damaged'],
    ['nothing', svg(''), 'it is blank'],
    ['no namespace', '<svg width="9" height="9"/>', 'the file is damaged'],
    ['another encoding', Buffer.from('\uFEFF<svg/>', 'utf16le').toString('latin1'), 'the file is damaged'],
    ['no drawing', '<!-- <svg> --><html/>', 'the file is damaged'],
  ])('%s is refused', (_, text, fault) => {
    expect(draw(text)).toEqual({ fault })
  })
})
