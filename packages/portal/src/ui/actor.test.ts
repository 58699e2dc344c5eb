import { loadPortalTexts } from '@guidebook/messages/portal'
import { expect, test } from 'vitest'
import { actorText } from './actor.ts'

test('an entry of a log says who acted, in words', async () => {
  const t = await loadPortalTexts('de')
  const actors = ['user:anna@account.example', 'support', 'support:anna (ticket: 1)', 'gbk_live_abc', 'traveller']
  const others = ['seller:XYZ', 'importer', 'builder', 'newer', 'user']
  expect([...actors, ...others].map((actor) => actorText(actor, t))).toEqual([
    ...[
      'anna@account.example',
      'Support',
      'Support: anna (ticket: 1)',
      'API-Schlüssel gbk_live_abc…',
      'Reisende Person',
    ],
    ...['Wiederverkäufer: XYZ', 'Import', 'Dienst', 'newer', 'user'],
  ])
})

// cspell:ignore Dienst Person Reisende Schlüssel Wiederverkäufer
