import { eventually } from '@guidebook/service-kit/test'
import { describe, expect } from 'vitest'
import { type Fixture, test } from './fixture.ts'

let fixture: Fixture
test.beforeAll(async ({ shared }) => {
  fixture = shared
  fixture.forget()
})

describe('every change of an account', () => {
  test('is published to the services that store a copy, each time with a higher version', async () => {
    const heard = await Promise.all(
      (['releases', 'webhooks', 'importer', 'geodata'] as const).map((service) =>
        fixture.bus.hear(service, 'account.changed.v1'),
      ),
    )
    const [a, b] = [await fixture.account(), await fixture.account()]
    await fixture.admin('PATCH', `/admin/accounts/${a.id}`, {
      json: { timeZone: 'Europe/Zurich', roadbook: { paper: 'A5' }, emergencyPhone: '+41 81 000 00 00' },
    })
    await fixture.admin('PUT', `/admin/accounts/${a.id}/connections/${b.id}`)
    await fixture.admin('PUT', `/admin/accounts/${a.id}/connections/${b.id}`)
    await fixture.admin('DELETE', `/admin/accounts/${a.id}/connections/${b.id}`)

    for (const messages of heard) {
      const of = (id: string | undefined) =>
        messages
          .map(({ data }) => data)
          .filter((data) => data.id === id)
          .sort((left, right) => left.version - right.version)
      await eventually(() => of(a.id).length >= 4 && of(b.id).length >= 3)
      expect(
        of(a.id).map(({ version, timeZone, roadbook, emergencyPhone, connections }) => [
          version,
          timeZone,
          roadbook?.paper,
          emergencyPhone,
          connections,
        ]),
      ).toEqual([
        [1, 'UTC', 'A4', null, []],
        [2, 'Europe/Zurich', 'A5', '+41 81 000 00 00', []],
        [3, 'Europe/Zurich', 'A5', '+41 81 000 00 00', [b.id]],
        [4, 'Europe/Zurich', 'A5', '+41 81 000 00 00', []],
      ])
      expect(of(b.id).map(({ version }) => version)).toEqual([1, 2, 3])
    }
  })
})
