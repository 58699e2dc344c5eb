import { expect, it } from 'vitest'
import { mostSavedFilters, readSavedFilters, savable, withFilter, withoutFilter } from './saved-filters.ts'

it('a saved filter has no search text', () => {
  expect(savable({ q: 'Anna Muster', state: 'upcoming', reseller: 'XYZ' })).toEqual({
    state: 'upcoming',
    reseller: 'XYZ',
  })
  const stored = JSON.stringify([{ name: 'Mine', filter: { q: 'https://guidebook.test/t/secret', sort: '-start' } }])
  expect(readSavedFilters(stored)).toEqual([{ name: 'Mine', filter: { sort: '-start' } }])
})

it('unreadable entries are ignored', () => {
  for (const stored of [null, '', '{', '{}', '[1,null,{"name":"","filter":{}},{"name":"A","filter":null}]'])
    expect(readSavedFilters(stored)).toEqual([])
  const foreign = JSON.stringify([{ name: 'Old', filter: { state: 'unknown', from: 'soon', sort: 'end' } }])
  expect(readSavedFilters(foreign)).toEqual([{ name: 'Old', filter: { sort: 'end' } }])
})

it('a name exists once, and the number of filters is limited', () => {
  const one = withFilter([], { name: 'B', filter: { state: 'ended' } })
  const two = withFilter(withFilter(one, { name: 'A', filter: {} }), { name: 'B', filter: { state: 'failed' } })
  expect(two).toEqual([
    { name: 'A', filter: {} },
    { name: 'B', filter: { state: 'failed' } },
  ])
  expect(withoutFilter(two, 'A').map(({ name }) => name)).toEqual(['B'])
  const many = Array.from({ length: 40 }, (_, n) => ({ name: `F${n}`, filter: {} }))
  expect(readSavedFilters(JSON.stringify(many))).toHaveLength(mostSavedFilters)
})
