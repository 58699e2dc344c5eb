/** What follows from what the services know: why travellers did not get a roadbook, and what to do. Pure. */
import type { DiagnosedRelease, Diagnosis, Finding } from '@guidebook/contracts'
import { messagesOf } from '@guidebook/messages'
import { byImportance, type Facts, finding, type Language, type Texts } from './finding.ts'
import { dayIn, momentIn } from './moment.ts'
import { importFindings, refusalFindings } from './origin-findings.ts'

export const conclude = (facts: Facts, language: Language): Diagnosis => ({
  ...facts,
  findings: findingsOf(facts, language),
})

/** The state of the link comes first, then by importance. */
export function findingsOf(facts: Facts, language: Language): Finding[] {
  const { lang } = language
  const texts = messagesOf('diagnosis', lang)
  const { release, unknown } = facts
  const isKnown = release !== null || facts.importRows.length + facts.refusedRequests.length + unknown.length > 0
  const others = [
    ...importFindings(facts, texts, language),
    ...refusalFindings(facts, texts, language),
    ...(release === null ? [] : releaseFindings(release, facts, texts, lang)),
    ...mailFindings(facts, texts),
    ...unknownFindings(unknown, texts),
    ...(isKnown ? [] : [finding('nothing-found', 'warning', texts['nothing-found'], texts['nothing-found.advice'])]),
  ]
  return [...(release === null ? [] : [linkFinding(release, texts, lang)]), ...byImportance(others)]
}

export const unknownFindings = (unknown: Facts['unknown'], texts: Texts): Finding[] =>
  unknown.map((service) =>
    finding('part-unknown', 'warning', texts['part-unknown']({ service }), texts['part-unknown.advice']),
  )

/** What a traveller sees who opens the link now. */
function linkFinding(release: DiagnosedRelease, texts: Texts, lang: string): Finding {
  const { period, build, revokedAt } = release
  const zone = period.timeZone
  const at = (instant: string | null) => momentIn(lang, instant, zone)
  const error = build.message ?? '–'
  switch (release.shows) {
    case 'open':
      return finding('shows-open', 'ok', texts['shows-open'])
    case 'early': {
      const message = texts['shows-early']({ date: dayIn(lang, period.start), zone })
      return finding('shows-early', 'warning', message, texts['shows-early.advice'])
    }
    case 'over': {
      const message = texts['shows-over']({ date: dayIn(lang, period.end), zone })
      return finding('shows-over', 'warning', message, texts['shows-over.advice'])
    }
    case 'disabled':
      return finding('shows-disabled', 'error', texts['shows-disabled'], texts['shows-disabled.advice'])
    case 'revoked': {
      const message = texts['shows-revoked']({ date: at(revokedAt) })
      return finding('shows-revoked', 'error', message, texts['shows-revoked.advice'])
    }
    case 'preparing': {
      const message = texts['shows-preparing']({ date: at(build.requestedAt) })
      return finding('shows-preparing', 'warning', message, texts['shows-preparing.advice'])
    }
    case 'failed':
      return finding('shows-failed', 'error', texts['shows-failed']({ error }), texts['build-failed.advice'])
  }
}

function releaseFindings(release: DiagnosedRelease, facts: Facts, texts: Texts, lang: string): Finding[] {
  const isOver = release.shows === 'revoked' || release.shows === 'over'
  return [
    ...(isOver ? [] : [...buildFindings(release, facts, texts, lang), ...channelFindings(release, texts)]),
    ...(isOver ? [] : deviceFindings(release, texts)),
    ...usageFindings(release, texts, lang),
    ...webhookFindings(facts, texts, lang),
    ...(release.locked ? [finding('locked', 'info', texts.locked, texts['locked.advice'])] : []),
  ]
}

function buildFindings(
  { build, published, shows, period }: DiagnosedRelease,
  facts: Facts,
  texts: Texts,
  lang: string,
): Finding[] {
  const findings: Finding[] = []
  const { builder } = facts
  // A link that is not open yet, or is disabled, may never have had documents.
  const isFirst = published === null
  if (build.state === 'failed' && shows !== 'failed') {
    const code = isFirst ? 'build-failed-first' : 'build-failed'
    const message = texts[code]({ error: build.message ?? '–' })
    findings.push(finding(code, isFirst ? 'error' : 'warning', message, texts['build-failed.advice']))
  }
  const isUnderWay = build.state === 'waiting' || build.state === 'running'
  if (isUnderWay && shows !== 'preparing') {
    const code = isFirst ? 'build-coming-first' : 'build-coming'
    const message = texts[code]({ date: momentIn(lang, build.requestedAt, period.timeZone) })
    findings.push(finding(code, 'info', message))
  }
  if (isUnderWay && builder !== null && builder.attempts > 0) {
    const message = texts['build-retries']({ n: builder.attempts, error: build.message ?? builder.lastError ?? '–' })
    findings.push(finding('build-retries', 'warning', message, texts['build-retries.advice']))
  }
  if (isUnderWay && builder?.state === 'queued' && builder.waits > 0) {
    findings.push(finding('build-waits', 'warning', texts['build-waits'], texts['build-waits.advice']))
  }
  const [first] = build.warnings
  if (first !== undefined) {
    const message = texts['build-warnings']({ n: build.warnings.length, first: first.message })
    findings.push(finding('build-warnings', 'warning', message, texts['build-warnings.advice']))
  }
  return findings
}

const channelFindings = ({ channels }: DiagnosedRelease, texts: Texts): Finding[] =>
  (['app', 'pdf', 'gpx'] as const)
    .filter((name) => !channels[name].enabled)
    .map((name) => finding(`${name}-off`, 'warning', texts[`${name}-off`], texts['channel-off.advice']))

function deviceFindings({ devices: { registered, limit } }: DiagnosedRelease, texts: Texts): Finding[] {
  if (registered < limit) return []
  const message = texts['devices-full']({ registered, limit })
  return [finding('devices-full', 'warning', message, texts['devices-full.advice'])]
}

function usageFindings({ usage, shows, url }: DiagnosedRelease, texts: Texts, lang: string): Finding[] {
  if (usage === null) return []
  const { pageViews, lastDay } = usage
  if (pageViews > 0) return [finding('opened', 'ok', texts.opened({ n: pageViews, date: dayIn(lang, lastDay) }))]
  if (shows !== 'open') return []
  return [finding('never-opened', 'info', texts['never-opened'], texts['never-opened.advice']({ url }))]
}

function webhookFindings({ release, webhook }: Facts, texts: Texts, lang: string): Finding[] {
  const name = release?.seller?.name
  if (webhook === null || name === undefined) return []
  const [newest] = webhook.deliveries
  // Also when it was sent again and that has failed.
  if (newest?.state === 'delivered' || (newest?.state === 'failed' && newest.lastOutcome === 'acknowledged')) {
    return [finding('webhook-delivered', 'ok', texts['webhook-delivered']({ name }))]
  }
  if (!webhook.isSet) {
    const advice = texts['webhook-missing.advice']({ name })
    return [finding('webhook-missing', 'info', texts['webhook-missing']({ name }), advice)]
  }
  if (newest === undefined && webhook.enabled) {
    const advice = texts['webhook-no-delivery.advice']({ name })
    return [finding('webhook-no-delivery', 'info', texts['webhook-no-delivery']({ name }), advice)]
  }
  const findings: Finding[] = []
  if (!webhook.enabled) {
    findings.push(finding('webhook-off', 'error', texts['webhook-off']({ name }), texts['webhook-off.advice']))
  }
  if (newest === undefined) return findings
  const { state, attempts, lastOutcome, lastStatus } = newest
  // A delivery that is sent again may have been accepted before.
  if (attempts > 0 && lastOutcome !== 'acknowledged') {
    const outcome = outcomeText(lang, lastOutcome, lastStatus)
    const advice = texts['webhook-failing.advice']({ name })
    findings.push(finding('webhook-failing', 'error', texts['webhook-failing']({ name, outcome }), advice))
  } else if (webhook.enabled && state === 'pending') {
    findings.push(finding('webhook-waiting', 'info', texts['webhook-waiting']({ name })))
  } else if (webhook.enabled) {
    const advice = texts['webhook-not-sent.advice']({ name })
    findings.push(finding('webhook-not-sent', 'error', texts['webhook-not-sent']({ name }), advice))
  }
  return findings
}

/** "refused (500)". */
function outcomeText(lang: string, outcome: string | null, status: number | null): string {
  const texts: Readonly<Record<string, string>> = messagesOf('attemptOutcomes', lang)
  const text = outcome === null ? '–' : (texts[outcome] ?? outcome)
  return status === null || outcome === 'gone' ? text : `${text} (${status})`
}

export const mailFindings = ({ mails }: Pick<Facts, 'mails'>, texts: Texts): Finding[] =>
  mails.flatMap(({ state, kind, subject, attempts }) => {
    if (state === 'failed') {
      return [
        finding(
          'mail-failed',
          'error',
          texts['mail-failed']({ subject: subject ?? kind }),
          texts['mail-failed.advice'],
        ),
      ]
    }
    const isLate = state === 'waiting' && attempts > 0
    return isLate ? [finding('mail-waiting', 'warning', texts['mail-waiting']({ subject: subject ?? kind }))] : []
  })
