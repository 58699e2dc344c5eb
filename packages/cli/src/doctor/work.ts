import type { AnswerOf, operations, PartStatus } from '@guidebook/contracts'
import { factOf, largest } from './facts.ts'
import { counted, duration, type Finding, ok, problem, warning } from './finding.ts'

export type DeadLetters = AnswerOf<typeof operations.listAllDeadLetters>['body']

export function deadLetterFindings({ queues, unreachable }: DeadLetters): Finding[] {
  const found = queues.map(({ queue, count }) =>
    problem(
      'dead letters',
      `${counted(count, 'message')} could not be handled in ${queue}`,
      `"guidebook dead-letters list" shows why; then "guidebook dead-letters redrive ${queue}".`,
    ),
  )
  if (unreachable.length > 0) {
    const message = `unknown for ${unreachable.join(', ')}`
    found.push(problem('dead letters', message, 'Fix the services that do not respond.'))
  }
  return found.length === 0 ? [ok('dead letters', 'none')] : found
}

/** Seconds. Messages leave an outbox within seconds. */
const outboxLimits = { warning: 60, error: 600 }

export function outboxFindings(parts: readonly PartStatus[]): Finding[] {
  const groups = [...Map.groupBy(parts, ({ name }) => name)]
  const found = groups.flatMap(([name, replicas]) => {
    const age = largest(replicas, 'outbox', 'oldestSeconds') ?? 0
    if (age <= outboxLimits.warning) return []
    const waiting = counted(largest(replicas, 'outbox', 'waiting') ?? 0, 'message waits', 'messages wait')
    const message = `${waiting} to be sent, for ${duration(age)}`
    const remedy =
      'Check that RabbitMQ accepts messages: its disk, its memory, and the length of its queues. ' +
      'After a return to the previous version, messages that it does not know wait for the next upgrade.'
    return [age > outboxLimits.error ? problem(name, message, remedy) : warning(name, message, remedy)]
  })
  const isKnown = largest(parts, 'outbox', 'oldestSeconds') !== null
  return found.length === 0 && isKnown ? [ok('outbox', 'no message waits for long')] : found
}

/** Seconds. The mailbox is read at least every few minutes, and a mail is handled within minutes. */
const mailboxLimits = { poll: 900, mail: 900 }

export function mailboxFindings(parts: readonly PartStatus[], now: Date): Finding[] {
  const importers = parts.filter(({ name, facts }) => name === 'importer' && facts?.mailbox !== undefined)
  if (importers.length === 0) return []
  const found: Finding[] = []
  const reader = importers.find(({ facts }) => facts?.mailbox?.polls === true)
  const facts = reader?.facts?.mailbox
  const lastPoll = facts?.lastPoll ?? null
  const since = lastPoll ?? facts?.unreadSince
  const pollAge = typeof since === 'string' ? (now.getTime() - Date.parse(since)) / 1_000 : null
  if (reader === undefined) {
    const remedy =
      'Ask again in 30 seconds: another replica takes over within that time. Otherwise look at the log of importer.'
    found.push(warning('mailbox', 'no replica reads it at the moment', remedy))
  } else if (pollAge !== null && pollAge > mailboxLimits.poll) {
    const message = lastPoll === null ? `not read for ${duration(pollAge)}` : `last read ${duration(pollAge)} ago`
    found.push(problem('mailbox', message, 'Look at the log of importer, and check the IMAP server.'))
  }
  const oldest = Math.max(...importers.map((one) => factOf(one, 'mailbox', 'oldestUnhandledSeconds') ?? 0))
  if (oldest > mailboxLimits.mail) {
    found.push(warning('mailbox', `a mail has waited for ${duration(oldest)}`, 'Look at the log of importer.'))
  }
  const read = lastPoll === null ? 'not read yet' : 'read'
  return found.length === 0 ? [ok('mailbox', `${read}, and no mail waits for long`)] : found
}

/** Seconds. A due delivery begins within seconds. Those of paused endpoints are not counted as due. */
const deliveryLimit = 600

export function webhookFindings(parts: readonly PartStatus[]): Finding[] {
  const count = (name: string) => largest(parts, 'deliveries', name) ?? 0
  if (largest(parts, 'deliveries', 'due') === null) return []
  const found: Finding[] = []
  const [off, paused] = [count('endpointsOff'), count('endpointsPaused')]
  const failing = Math.max(paused, count('endpointsFailing'))
  if (off > 0) {
    const subject = counted(off, 'endpoint switched off: it', 'endpoints switched off: they')
    const message = `${subject} returned 410, or failed for days`
    found.push(warning('webhooks', message, 'When the partner has fixed it: "guidebook webhook enable OID".'))
  }
  if (failing > 0) {
    const message = `${counted(failing, 'endpoint')} failing, ${paused} of them paused`
    found.push(warning('webhooks', message, '"guidebook webhook deliveries OID" shows the responses of a partner.'))
  }
  const age = count('oldestDueSeconds')
  if (age > deliveryLimit) {
    const message = `${counted(count('due'), 'delivery', 'deliveries')} due, for ${duration(age)}`
    found.push(warning('webhooks', message, 'Start more replicas of webhooks, or look at its log.'))
  }
  return found.length === 0 ? [ok('webhooks', 'all endpoints get their deliveries')] : found
}

/** Whether several gateways count the requests of an account together. */
export function rateLimitFindings(parts: readonly PartStatus[]): Finding[] {
  const gateways = parts.filter(({ name }) => name === 'gateway')
  const states = gateways.map(({ facts }) => facts?.['rate limit counters']?.shared)
  if (states.includes(false)) {
    const message = 'a gateway does not reach Redis, and counts alone'
    return [warning('rate limits', message, 'Check that Redis responds at REDIS_URL.')]
  }
  if (gateways.length > 1 && states.includes(null)) {
    const message = `${gateways.length} gateways count requests separately, so each limit applies to each of them`
    return [warning('rate limits', message, 'Set REDIS_URL, so that they count together.')]
  }
  return states.includes(true) ? [ok('rate limits', 'counted together')] : []
}
