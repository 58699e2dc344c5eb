import { expect, it } from 'vitest'
import { shownColor, textOn } from './brand-colors.ts'

it('text on a brand’s colour is legible', () => {
  expect(['#0a7d4b', '#f4a300', '#ffffff', '#000000', '#7a7a7a'].map(textOn)).toEqual([
    '#ffffff',
    '#111111',
    '#111111',
    '#ffffff',
    '#111111',
  ])
})

it('a half-typed colour is shown as grey', () => {
  expect(['#0a7d4', 'red', '', '#0A7D4B'].map(shownColor)).toEqual(['#888888', '#888888', '#888888', '#0A7D4B'])
})
