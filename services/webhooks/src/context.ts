import type { ServiceParts } from '@guidebook/service-kit'
import type { WebhooksSettings } from './config.ts'
import type { SecretBox } from './endpoint/secret-box.ts'

/** What the service's use cases share. */
export interface Context extends Pick<ServiceParts, 'database' | 'accounts' | 'clock' | 'log'> {
  settings: WebhooksSettings
  secrets: SecretBox
  /** Notifies the dispatcher that a delivery is due. */
  wakeDispatcher(): void
  /** Counts deliveries for the metrics, after their state was committed; one by default. */
  countSettled(state: 'delivered' | 'failed', deliveries?: number): void
}
