import { ServiceError } from '@guidebook/service-kit'
import { expect, test } from 'vitest'
import { inMemory } from '../rate-limit/counter-store.ts'
import { limitWrongTokens } from './wrong-tokens.ts'

test('all failures together are limited to ten times those of one address', async () => {
  const limit = limitWrongTokens({ WRONG_ADMIN_TOKEN_LIMIT_PER_MINUTE: 1 } as never, inMemory().store)
  const tried = (remoteAddress: string, authorization = 'Bearer wrong') =>
    limit({ req: { socket: { remoteAddress }, headers: { authorization } } } as never, async () => {
      throw new ServiceError('unauthorized')
    }).catch(({ code }: ServiceError) => code)
  const addresses = Array.from({ length: 12 }, (_, i) => `192.0.2.${i}`)
  // Browsers that are not signed in yet send no token.
  for (const address of addresses) expect(await tried(address, '')).toBe('unauthorized')
  const codes = []
  for (const address of addresses) codes.push(await tried(address))
  expect(codes).toEqual([...Array(10).fill('unauthorized'), 'rate-limited', 'rate-limited'])
  expect(await tried('198.51.100.1', 'Bearer shared')).toBe('rate-limited')
})
