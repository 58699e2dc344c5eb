import { type RetentionRule, retentionRule } from '@guidebook/service-kit'
import type { WebhooksSettings } from '../config.ts'

/** Deliveries that were acknowledged or have failed; their attempts and replays are deleted with them. */
export const deliveryRules = ({
  DELIVERY_RETENTION,
}: Pick<WebhooksSettings, 'DELIVERY_RETENTION'>): RetentionRule[] => [
  retentionRule('deliveries', { time: 'settled_at', keepMs: DELIVERY_RETENTION, condition: `state <> 'pending'` }),
]
