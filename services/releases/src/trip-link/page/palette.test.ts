import { expect, it } from 'vitest'
import { contrast, paletteOf } from './palette.ts'

it('black on white has the contrast 21', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

it('text can be read in every brand’s colours', () => {
  const grey = Array.from({ length: 256 }, (_, level) => `#${level.toString(16).padStart(2, '0').repeat(3)}`)
  for (const color of ['#ffff00', '#f4a300', '#0a7d4b', '#ff0000', '#00ffff', ...grey]) {
    const { brand, onBrand, button, onButton, accent, accentOnDark } = paletteOf(color)
    expect(contrast(brand, onBrand), color).toBeGreaterThanOrEqual(4.5)
    // Outdoors, text needs more than indoors.
    expect(contrast(button, onButton), color).toBeGreaterThanOrEqual(7)
    expect(contrast(accent, '#ffffff'), color).toBeGreaterThanOrEqual(7)
    expect(contrast(accentOnDark, '#1d2023'), color).toBeGreaterThanOrEqual(7)
  }
})

it('a colour that is legible stays as the brand has it, and none gives a neutral one', () => {
  expect(paletteOf('#0A5D3B')).toMatchObject({
    brand: '#0a5d3b',
    onBrand: '#ffffff',
    accent: '#0a5d3b',
    button: '#0a5d3b',
  })
  expect(paletteOf(null).brand).toBe('#1f4e5f')
})
