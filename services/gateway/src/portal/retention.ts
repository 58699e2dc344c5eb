import { type RetentionRule, retentionRule } from '@guidebook/service-kit'

const hour = 60 * 60 * 1_000

/** Expired rows stay for an hour, because clocks differ. */
export const portalRules: readonly RetentionRule[] = [
  retentionRule('portal_sessions', { time: 'expires_at', keepMs: hour }),
  retentionRule('support_sessions', { time: 'expires_at', keepMs: hour }),
  retentionRule('sign_in_codes', { time: 'link_expires_at', keepMs: hour }),
  retentionRule('sign_in_attempts', { time: 'expires_at', keepMs: hour }),
]
