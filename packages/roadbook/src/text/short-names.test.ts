import { expect, test } from 'vitest'
import { shortNames } from './short-names.ts'

// cspell:ignore Biella Braies Brunnen Faneshütte fugio Lago Lavarella Pederühü Pederühütte Rifugio weiter ütte

const short = (...names: string[]) => shortNames(names, { most: 32 })

test('names that fit stay as they are, also equal ones', () => {
  expect(short('Spring', 'Spring', 'x'.repeat(32))).toEqual(['Spring', 'Spring', 'x'.repeat(32)])
})

test('long names lose the words with which all begin, then their middle', () => {
  expect(
    short(
      'Alta Via 1: Lago di Braies – Rifugio Biella',
      'Alta Via 1: Rifugio Biella – Rifugio Lavarella',
      'Alta Via 1: Rifugio Biella – Rifugio Fanes',
    ),
  ).toEqual(['Lago di Braies – Rifugio Biella', 'Rifugio Biella –…fugio Lavarella', 'Rifugio Biella – Rifugio Fanes'])
})

test('different names stay different', () => {
  const names = ['1', '2', '3'].map((number) => `${'a'.repeat(30)} ${number} ${'b'.repeat(30)}`)
  const shown = short(...names)
  expect(new Set(shown).size).toBe(3)
  expect(Math.max(...shown.map((name) => [...name].length))).toBe(32)
})

test('names may be made unique', () => {
  expect(shortNames(['Brunnen', 'Brunnen'], { most: 8, mark: '-', areUnique: true })).toEqual(['Brunnen', 'Bru-en 2'])
})

test('a single long name keeps both ends', () => {
  expect(short('Von der Pederühütte zur Faneshütte und weiter')).toEqual(['Von der Pederühü…ütte und weiter'])
})
