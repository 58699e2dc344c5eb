import { expect, test } from 'vitest'
import { shortNames } from './short-names.ts'

// cspell:ignore Biella Braies Brun Brunn Brunnen Faneshütte fugio Lago Lavarella Pederühü Pederühütte Rifugio weiter ütte

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

test('10,000 equal names are made unique', () => {
  const equal = Array.from({ length: 10_000 }, () => 'Brunnen am Weg')
  const names = shortNames(equal, { most: 10, mark: '-', areUnique: true })
  expect(new Set(names).size).toBe(10_000)
  const numbers = [1, 2, 9, 10, 10_000]
  expect(numbers.map((number) => names[number - 1])).toEqual([
    'Brunn-Weg',
    'Brun-Weg 2',
    'Brun-Weg 9',
    'Bru-Weg 10',
    'Br-g 10000',
  ])
})

test('a name is cut between graphemes, and has the length in code points', () => {
  // The family is five code points.
  const family = '👨\u200D👩\u200D👧'
  const names = [`map${family}nothing`, `${family}nothing${family}`]
  expect(shortNames(names, { most: 11 })).toEqual(['map…thing', `${family}…${family}`])
})

test('a single long name keeps both ends', () => {
  expect(short('Von der Pederühütte zur Faneshütte und weiter')).toEqual(['Von der Pederühü…ütte und weiter'])
})
