import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createServiceKey, publicKeyOf } from '@guidebook/deployment'
import type { JWK } from 'jose'
import { readJson, writeJson } from '../state/json-file.ts'
import { type ServiceName, serviceNames } from './names.ts'

export interface ServiceKeys {
  /** Path of a service's private key. */
  privateKey: Record<ServiceName, string>
  /** Every service verifies the others' tokens with these. */
  publicKeys: Record<ServiceName, JWK>
}

/** The keys that sign internal tokens: created once, stored in `keys/<service>.json`. */
export async function serviceKeys(data: string): Promise<ServiceKeys> {
  const entries = await Promise.all(
    serviceNames.map(async (service) => {
      const path = join(data, 'keys', `${service}.json`)
      if (!existsSync(path)) writeJson(path, await createServiceKey())
      return [service, path, publicKeyOf(readJson<JWK>(path) ?? {})] as const
    }),
  )
  return {
    privateKey: Object.fromEntries(entries.map(([service, path]) => [service, path])) as Record<ServiceName, string>,
    publicKeys: Object.fromEntries(entries.map(([service, , key]) => [service, key])) as Record<ServiceName, JWK>,
  }
}
