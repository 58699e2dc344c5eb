import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { connectionLimits } from './client-address.ts'

const settings = { MAX_CONNECTIONS: 100, MAX_CONNECTIONS_PER_ADDRESS: 10, TRUSTED_PROXIES: 0 }

test('connections are limited for each address, all addresses of an IPv6 customer together', () => {
  const { total, perOwner } = connectionLimits(settings)
  expect([total, perOwner?.most]).toEqual([100, 10])
  const ownerOf = (remoteAddress: string) => perOwner?.ownerOf({ remoteAddress } as Socket)
  expect(ownerOf('2001:db8:1:2:3:4:5:6')).toBe(ownerOf('2001:db8:1:2::1'))
  expect(ownerOf('203.0.113.1')).not.toBe(ownerOf('203.0.113.2'))
})

test('behind a proxy, which makes all connections, only their total is limited', () => {
  expect(connectionLimits({ ...settings, TRUSTED_PROXIES: 1 })).toEqual({ total: 100 })
})
