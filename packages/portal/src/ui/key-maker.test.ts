import { loadPortalTexts } from '@guidebook/messages/portal'
import { expect, test } from 'vitest'
import { keyMakerText } from './key-maker.ts'

test('a key was made by a person, with another key that may be revoked, or by support', async () => {
  const t = await loadPortalTexts('en')
  const key = (id: string, made: { parent?: string; createdBy?: string }) => ({
    ...{ id, prefix: `gbk_${id}`, parent: made.parent ?? null, createdBy: made.createdBy ?? null },
  })
  const keys = [
    key('own', { createdBy: 'user:anna@account.example' }),
    key('child', { parent: 'own' }),
    key('orphan', { parent: 'revoked' }),
    key('support', {}),
  ]
  expect(keys.map((one) => keyMakerText(one, keys, t))).toEqual([
    'anna@account.example',
    'gbk_own…',
    'a revoked key',
    '–',
  ])
})
