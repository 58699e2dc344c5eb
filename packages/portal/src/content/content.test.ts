import { expect, test } from 'vitest'
import { readItemFilter } from './filter.ts'
import { missingLanguages } from './missing-languages.ts'
import { customIdOf, toRoute } from './route-drafts.ts'
import { draftsOf, isUnchanged, textsOf } from './text-drafts.ts'

test('saving texts that are as stored changes nothing', () => {
  const names = { de: 'Hütte', en: 'Hut' }
  const descriptions = { de: ' <p class="x">a</p>\n' }
  const drafts = draftsOf(names, descriptions)
  expect([isUnchanged(drafts, names, descriptions), textsOf(drafts)]).toEqual([true, { names, descriptions }])
  expect(isUnchanged(drafts.slice(1), names, descriptions)).toBe(false)
  const changed = drafts.map((draft) => ({ ...draft, description: '<p>b</p>' }))
  expect(isUnchanged(changed, names, descriptions)).toBe(false)
  const empty = [{ de: ' Hütte ', fr: '' }, { de: '' }] as const
  const blank = draftsOf(...empty)
  expect([isUnchanged(blank, ...empty), isUnchanged(blank.slice(0, 1), ...empty)]).toEqual([true, false])
})

test('a language is missing where another one has the text', () => {
  expect(missingLanguages({ de: 'a', en: 'b' }, { de: 'c' })).toEqual(['en'])
  expect(missingLanguages({ de: 'a' }, { de: 'b', fr: 'c' })).toEqual(['fr'])
  expect(missingLanguages({ de: 'a', en: 'b' }, {})).toEqual([])
  expect(missingLanguages({ de: 'a' }, { de: '' })).toEqual([])
  expect(missingLanguages({ de: 'a', en: '' }, { de: '', en: ' ' })).toEqual(['en'])
})

test('the custom ID of a file is readable in addresses', () => {
  const ids = ['Zum See', '  Étape 1: À l’Ouest! ', '道'].map((name) => customIdOf(name))
  expect(ids).toEqual(['ZUM-SEE', 'ETAPE-1-A-L-OUEST', ''])
})

test('the custom IDs of the tracks of a file differ by their numbers, also when its name is long', () => {
  const ids = ['-1', '-12'].map((suffix) => customIdOf('x'.repeat(70), suffix))
  expect(ids).toEqual([`${'X'.repeat(58)}-1`, `${'X'.repeat(57)}-12`])
  expect(customIdOf('道', '-1')).toBe('')
})

test('a draft is sent in its direction, with the heights it has', () => {
  const points = [
    { lat: 1, lon: 2, ele: 3 },
    { lat: 4, lon: 5 },
  ]
  const draft = {
    id: '',
    way: { name: null, points },
    name: ' A ',
    customId: ' B ',
    icon: 'hiking' as const,
    reversed: true,
  }
  expect(toRoute(draft, { account: 'account', library: 'L', lang: 'de' })).toEqual({
    account: 'account',
    library: { customId: 'L' },
    customId: 'B',
    names: { de: 'A' },
    attributes: {},
    icon: { name: 'hiking' },
    waypoints: [
      { lat: 4, lon: 5 },
      { lat: 1, lon: 2, ele: 3 },
    ],
  })
})

test('the search in a library is read from the address, without what is unknown', () => {
  expect(readItemFilter({ q: 12, kind: 'poi', other: 1 })).toEqual({ q: '12', kind: 'poi' })
  expect(readItemFilter({ q: '', kind: 'x' })).toEqual({})
})
