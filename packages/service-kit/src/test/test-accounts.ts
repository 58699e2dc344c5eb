import { randomUUID } from 'node:crypto'
import type { AccountProjection } from '@guidebook/contracts'
import type { StatedIdentity } from '../identity/identity.ts'

let made = 0

/** A new operator account, in the form in which the gateway returns it. */
export function testAccount(fields: Partial<AccountProjection> = {}): AccountProjection {
  const number = made++
  return {
    id: randomUUID(),
    version: 1,
    oid: number.toString(36).toUpperCase().padStart(3, '0'),
    name: `Account ${number}`,
    email: `office${number}@example.com`,
    type: 'operator',
    defaultLang: 'en',
    timeZone: 'UTC',
    test: false,
    primaryColor: '#0a7d4b',
    secondaryColor: '#f4a300',
    logo: null,
    iosUrl: null,
    androidUrl: null,
    connections: [],
    ...fields,
  }
}

/** The identity of a partner with an API key of this account, as the gateway states it. */
export function partnerIdentity({ id, oid = 'OPR', test = false }: { id: string; oid?: string; test?: boolean }) {
  return { scope: 'partner', account: id, oid, test, actor: 'gbk_live_abc' } satisfies StatedIdentity
}

/** The identity of support, as the gateway states it; `account` is the one that the request names. */
export function supportIdentity(account: string | null = null) {
  return { scope: 'support', account, oid: null, test: false, actor: 'support' } satisfies StatedIdentity
}
