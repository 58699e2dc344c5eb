import { type AnswerOf, operations } from '@guidebook/contracts'
import type { Connection } from '../admin/connection.ts'
import { call, checkedRequest } from '../admin/request.ts'
import { clockFindings } from './clocks.ts'
import type { Finding } from './finding.ts'
import { publicAddressFindings } from './public-address.ts'
import { schemaFindings, serviceFindings, versionFindings } from './services.ts'
import {
  type DeadLetters,
  deadLetterFindings,
  mailboxFindings,
  outboxFindings,
  rateLimitFindings,
  webhookFindings,
} from './work.ts'

export interface Examination {
  status: AnswerOf<typeof operations.readStatus>['body']
  deadLetters: DeadLetters
  findings: Finding[]
}

/** Examines a system through its admin listener and its public address. Throws a `CommandError` when the admin listener does not respond. */
export async function examine(connection: Connection): Promise<Examination> {
  const [status, deadLetters] = await Promise.all([
    call(connection, checkedRequest(operations.readStatus, {})),
    call(connection, checkedRequest(operations.listAllDeadLetters, {})),
  ])
  const { parts } = status
  const now = new Date()
  const findings = [
    ...serviceFindings(parts),
    ...versionFindings(parts),
    ...schemaFindings(parts),
    ...clockFindings(parts),
    ...deadLetterFindings(deadLetters),
    ...outboxFindings(parts),
    ...mailboxFindings(parts, now),
    ...webhookFindings(parts),
    ...rateLimitFindings(parts),
    ...(await publicAddressFindings(parts, now)),
  ]
  return { status, deadLetters, findings }
}
