import { expect, test } from 'vitest'
import { type Draft, emptyDraft, toRequest } from './draft.ts'
import { faultySteps, remainingFaults, stepsOf } from './steps.ts'

const night = { libraryExternalId: 'L', externalId: 'H', arrivalDate: '', departureDate: '', comment: '' }
const draft: Draft = {
  ...emptyDraft('de'),
  customized: true,
  guidebookExternalId: 'G',
  accommodation: [{ id: '1', ...night }],
  text: [{ id: '2', libraryExternalId: 'L', externalId: 'T' }],
  email: 'office@account.example',
}
const plain = { ...draft, customized: false }
const at = (...pointers: string[]) => ({
  at: (pointer: string) => (pointers.includes(pointer) ? 'wrong' : undefined),
  others: [],
})

test('only a customized release has the step of contents, and only then they are sent', () => {
  expect(stepsOf(draft)).toEqual(['guidebook', 'booking', 'content', 'check'])
  expect(stepsOf(plain)).toEqual(['guidebook', 'booking', 'check'])
  expect(toRequest('a', draft)).toMatchObject({
    accommodation: [{ libraryExternalId: 'L', externalId: 'H' }],
    text: [{ libraryExternalId: 'L', externalId: 'T' }],
  })
  expect(toRequest('a', plain)).not.toHaveProperty('accommodation')
  expect(toRequest('a', plain)).not.toHaveProperty('text')
})

test('the steps with faults are in the order of the steps', () => {
  const faults = at('/accommodation/0/externalId', '/enddate', '/guidebookExternalId')
  expect(faultySteps(draft, faults)).toEqual(['guidebook', 'booking', 'content'])
  expect(faultySteps(plain, faults)).toEqual(['guidebook', 'booking'])
  expect(faultySteps(draft, at())).toEqual([])
})

test('a field has no fault once it has changed', () => {
  const faults = at('/accommodation/0/externalId', '/guidebookExternalId', '/resellerOid')
  const accommodation = [{ id: '1', ...night, externalId: 'Other' }]
  const remaining = (changed: Partial<Draft>) => {
    const now = { ...draft, ...changed }
    return faultySteps(now, remainingFaults(faults, draft, now))
  }
  expect(remaining({})).toEqual(['guidebook', 'content'])
  expect(remaining({ accommodation })).toEqual(['guidebook'])
  expect(remaining({ accommodation: [] })).toEqual(['guidebook'])
  expect(remaining({ guidebookExternalId: 'Other', resellerOid: 'Other' })).toEqual(['content'])
})

test('a fault of an entry stays with it when another one is removed', () => {
  const second = { id: '2', ...night, externalId: 'Other' }
  const sent = { ...draft, accommodation: [{ id: '1', ...night }, second] }
  const now = { ...draft, accommodation: [second] }
  const remaining = remainingFaults(at('/accommodation/1/externalId'), sent, now)
  expect(remaining.at('/accommodation/0/externalId')).toBe('wrong')
  expect(faultySteps(now, remaining)).toEqual(['content'])
})
