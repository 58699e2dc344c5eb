import { randomBytes } from 'node:crypto'
import type { DemonstrationAccount, Description } from '../state/description.ts'
import { type Api, apiAt } from './api.ts'
import type { Checklist } from './checklist.ts'
import type { DataSet } from './data/data-set.ts'
import { daysFrom } from './days.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

export const timeZone = 'Europe/Paris'

/** Dependencies common to all steps of one demonstration. */
export interface DemoContext {
  system: Description
  data: DataSet
  list: Checklist
  receiver: WebhookReceiver
  admin: Api
  /** Makes this run's custom IDs and codes unique. */
  run: { suffix: string; code: (index: number) => number }
  day: (offset: number) => string
}

export interface Accounts {
  operator: DemonstrationAccount
  reseller: DemonstrationAccount
}

export const partner = ({ system }: DemoContext, account: DemonstrationAccount): Api =>
  apiAt(system.baseUrl, account.key)

export function createContext(parts: Pick<DemoContext, 'system' | 'data' | 'list' | 'receiver'>): DemoContext {
  const number = Date.now()
  return {
    ...parts,
    admin: apiAt(parts.system.adminUrl, `Bearer ${parts.system.adminToken}`),
    run: { suffix: `${number.toString(36)}${randomBytes(2).toString('hex')}`, code: (index) => number * 100 + index },
    day: daysFrom(timeZone),
  }
}
