import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast } from './contrast.ts'
import { mapBackground, paletteOf } from './palette.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('contrast is calculated as in WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('texts and lines are legible in the colours of every brand', () => {
  fc.assert(
    fc.property(color, color, (primaryColor, secondaryColor) => {
      const palette = paletteOf({ primaryColor, secondaryColor })
      expect(contrast(palette.onPrimary, palette.primary)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(palette.accent, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(palette.ink, palette.tint)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(palette.muted, palette.tint)).toBeGreaterThanOrEqual(4.5)
      for (const line of palette.lines) expect(contrast(line, mapBackground)).toBeGreaterThanOrEqual(3)
    }),
  )
})

test('a legible brand colour is not changed', () => {
  expect(paletteOf({ primaryColor: '#0B5D4B', secondaryColor: '' })).toMatchObject({
    primary: '#0b5d4b',
    accent: '#0b5d4b',
  })
})

test('an invalid colour gives a neutral book', () => {
  expect(paletteOf({ primaryColor: 'red;}', secondaryColor: '' }).primary).toMatch(/^#[0-9a-f]{6}$/)
})
