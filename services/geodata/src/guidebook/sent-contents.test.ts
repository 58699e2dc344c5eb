import type { BodyOf, operations } from '@guidebook/contracts'
import { expect, it } from 'vitest'
import { contentsOf, membersOf, referenceFaults, stageFaults } from './sent-contents.ts'

const sent: BodyOf<typeof operations.createGuidebook> = {
  account: 'ACCOUNT',
  customId: 'BOOK',
  titles: {},
  stages: [
    { number: 2, titles: { en: 'Second' }, routes: [{ link: 'r' }], texts: [{ libraryCustomId: 'T', customId: '1' }] },
    { number: 1, pois: [{ link: 'p' }, { link: 'q' }] },
  ],
  generalInfo: [{ link: 'x' }],
}
const item = (id: string, kind: 'route' | 'poi' | 'text') => ({
  id,
  kind,
  names: {},
  customId: null,
  library: null,
})

it('every reference has its place, its kind and its pointer', () => {
  expect(membersOf(sent).map(({ pointer, kind, stage, position }) => [pointer, kind, stage, position])).toEqual([
    ['/stages/0/routes/0', 'route', 2, 0],
    ['/stages/0/texts/0', 'text', 2, 0],
    ['/stages/1/pois/0', 'poi', 1, 0],
    ['/stages/1/pois/1', 'poi', 1, 1],
    ['/generalInfo/0', null, null, 0],
  ])
})

it('all missing items and items of the wrong kind are reported together', () => {
  const found = [null, item('t', 'text'), item('p', 'route'), item('q', 'poi'), item('x', 'route')]
  expect(referenceFaults(membersOf(sent), found).map(({ pointer, code }) => [pointer, code])).toEqual([
    ['/stages/0/routes/0', 'reference-not-found'],
    ['/stages/1/pois/0', 'reference-wrong-kind'],
  ])
})

it('the number of a stage is unique', () => {
  expect(stageFaults({ stages: [{ number: 1 }, { number: 2 }, { number: 1 }] })).toEqual([
    { pointer: '/stages/2/number', code: 'stage-number-taken', message: 'an earlier stage has this number' },
  ])
})

it('the contents are the found items at their places', () => {
  const found = [item('r', 'route'), item('t', 'text'), item('p', 'poi'), item('q', 'poi'), item('x', 'route')]
  const { stages, members } = contentsOf(sent, membersOf(sent), found)
  expect(stages).toEqual([
    { number: 2, titles: { en: 'Second' } },
    { number: 1, titles: {} },
  ])
  expect(members.map((member) => member.item_id)).toEqual(['r', 't', 'p', 'q', 'x'])
})
