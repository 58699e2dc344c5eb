import { expect, test } from 'vitest'
import { sanitiseTexts } from './sanitise-texts.ts'
import { mostCharacters, mostMarkup } from './text-budget.ts'

const paragraph = `<p>${'The way leads through the old town to the river. '.repeat(5)}</p>`

test('three hundred texts of 20,000 characters and one of 200,000 are shown whole', () => {
  const text = paragraph.repeat(Math.floor(20_000 / paragraph.length))
  const long = paragraph.repeat(Math.floor(200_000 / paragraph.length))
  const texts = [...Array.from({ length: 300 }, (_, index) => `${text}${index}`), long]
  const sanitised = sanitiseTexts(texts.map((html) => ({ html, uses: 1 })))
  expect(new Set(sanitised.map(({ shown }) => shown))).toEqual(new Set(['whole']))
  expect(sanitised.at(-1)?.html.length).toBeGreaterThan(190_000)
})

test('a text that exceeds the characters of a book is left out; a smaller one after it is shown', () => {
  const large = 'x'.repeat(mostCharacters - 10)
  const sanitised = sanitiseTexts([large, 'y'.repeat(11), 'z'].map((html) => ({ html, uses: 1 })))
  expect(sanitised.map(({ shown }) => shown)).toEqual(['whole', 'omitted', 'whole'])
  expect(sanitised[1]?.html).toBe('')
})

test('a text that is shown at several places counts at each of them', () => {
  const [result] = sanitiseTexts([{ html: 'x'.repeat(1_000), uses: mostCharacters / 1_000 + 1 }])
  expect(result?.shown).toBe('omitted')
  const [formatted] = sanitiseTexts([{ html: '<b>x</b>', uses: mostMarkup + 1 }])
  expect(formatted).toMatchObject({ shown: 'plain', html: 'x' })
})

test('all texts of a book share one budget of markup', () => {
  const list = `<ul>${'<li>x</li>'.repeat(10_000)}</ul>`
  const sanitised = sanitiseTexts([list, list, '<p>x</p>'].map((html) => ({ html, uses: 1 })))
  expect(sanitised.map(({ shown }) => shown)).toEqual(['whole', 'plain', 'whole'])
})
