import { type RetentionRule, retentionRule } from '@guidebook/service-kit'

const hour = 60 * 60 * 1_000

/** What has expired is of no use: it is kept for an hour, because clocks differ. */
export const portalRules: readonly RetentionRule[] = [
  retentionRule('portal_sessions', { time: 'expires_at', keepMs: hour }),
  retentionRule('sign_in_codes', { time: 'link_expires_at', keepMs: hour }),
  retentionRule('sign_in_attempts', { time: 'expires_at', keepMs: hour }),
]
