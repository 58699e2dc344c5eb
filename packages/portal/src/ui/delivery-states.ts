import type { Delivery } from '@guidebook/client'
import type { PortalTexts } from '@guidebook/messages/portal'
import type { Tone } from './badge.tsx'

export const deliveryStates = ['pending', 'delivered', 'failed'] as const
type State = Delivery['state']

export const deliveryTone: Record<State, Tone> = { pending: 'busy', delivered: 'good', failed: 'bad' }

export const deliveryStateText = (state: State, t: PortalTexts): string =>
  ({ pending: t.deliveryPending, delivered: t.deliveryDelivered, failed: t.deliveryFailed })[state]

export const kindText = (kind: Delivery['kind'], t: PortalTexts): string =>
  kind === 'ping' ? t.pingKind : t.sharedKind
