import { days, expiry, piecewiseRule, type RetentionRule, retentionRule } from '@guidebook/service-kit'
import type { ReleasesSettings } from './config.ts'

/** A scalar subquery is looked up for each row by the key; PostgreSQL might answer `exists` by reading all releases. */
const isEnded = (table: string) => `(
  select end_date from releases where releases.account = ${table}.account and releases.id = ${table}.release_id
) < ${expiry}`

/** Expired rows, and previews after a day. The log and the documents of a release that has not ended stay complete. */
export const releaseRules = ({
  AUDIT_RETENTION,
  COMMAND_RETENTION,
  DOCUMENT_RETENTION,
  USAGE_RETENTION,
}: Pick<
  ReleasesSettings,
  'AUDIT_RETENTION' | 'COMMAND_RETENTION' | 'DOCUMENT_RETENTION' | 'USAGE_RETENTION'
>): RetentionRule[] => [
  piecewiseRule('audit_entries', { time: 'at', keepMs: AUDIT_RETENTION, condition: isEnded('audit_entries') }),
  piecewiseRule('documents', { time: 'created_at', keepMs: DOCUMENT_RETENTION, condition: isEnded('documents') }),
  retentionRule('settled_commands', { time: 'settled_at', keepMs: COMMAND_RETENTION }),
  retentionRule('guidebook_usage', { time: 'day', keepMs: USAGE_RETENTION }),
  retentionRule('previews', { time: 'build_requested_at', keepMs: days(1) }),
  retentionRule('release_usage', { time: 'last_day', keepMs: USAGE_RETENTION }),
]
