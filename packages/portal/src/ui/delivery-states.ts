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

/** Whether an attempt runs or was or will be due within a minute. One that is overdue for longer waits for the end of a pause. */
export const isDue = ({ state, nextAttemptAt }: Pick<Delivery, 'state' | 'nextAttemptAt'>, now = Date.now()): boolean =>
  state === 'pending' && (nextAttemptAt === null || Math.abs(Date.parse(nextAttemptAt) - now) < 60_000)

type Attempt = Delivery['attempts'][number]

const outcomes = {
  acknowledged: 'outcomeAcknowledged',
  gone: 'outcomeGone',
  redirected: 'outcomeRedirected',
  refused: 'outcomeRefused',
  timeout: 'outcomeTimeout',
  'address-forbidden': 'outcomeAddressForbidden',
  'name-not-resolved': 'outcomeNameNotResolved',
  'proxy-failed': 'outcomeProxyFailed',
  'tls-failed': 'outcomeTlsFailed',
  'answer-unreadable': 'outcomeAnswerUnreadable',
  'connection-failed': 'outcomeConnectionFailed',
} as const satisfies Record<string, keyof PortalTexts>

/** The outcome of an attempt. Outcomes of newer services are shown as they are. */
const outcomeText = (outcome: string, t: PortalTexts): string =>
  Object.hasOwn(outcomes, outcome) ? t[outcomes[outcome as keyof typeof outcomes]] : outcome

/** What happened and, if the receiver answered, the status of its answer: "refused (503)". */
export const answerText = ({ status, outcome }: Pick<Attempt, 'status' | 'outcome'>, t: PortalTexts): string =>
  // The text of this one names its status.
  status === null || outcome === 'gone' ? outcomeText(outcome, t) : `${outcomeText(outcome, t)} (${status})`
