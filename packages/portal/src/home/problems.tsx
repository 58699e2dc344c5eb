/** Failed builds, deliveries and imports, and quarantined mails, with links to their pages. */
import { Alert, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAccount } from '../api/account.tsx'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/links.tsx'
import { Loaded } from '../ui/states.tsx'
import { useWork } from './work.ts'

export function Problems() {
  const t = useTexts()
  const formats = useFormats()
  const { account } = useAccount()
  const params = { oid: account.oid }
  const query = useWork()
  return (
    <Card title={t.problems}>
      <Loaded query={query}>
        {({ webhook, builds, failed, imports, quarantined }) => {
          // The rows of a test were only checked.
          const withFailures = imports.filter(
            ({ state, counts, test }) => !test && (state === 'failed' || counts.failed > 0),
          )
          const alerts = [
            webhook.url !== null && (!webhook.enabled || webhook.failingSince !== null) && (
              <Problem key="webhook" tone="red" title={webhook.enabled ? t.webhookFailing : t.webhookOff}>
                {webhook.failingSince !== null && `${t.sinceAt({ at: formats.instant(webhook.failingSince) })} · `}
                <TextLink to="/o/$oid/webhooks" params={params}>
                  {t.webhooks}
                </TextLink>
              </Problem>
            ),
            builds.length > 0 && (
              <Problem key="builds" tone="red" title={t.failedBuilds({ n: builds.length })}>
                <TextLink to="/o/$oid/releases" params={params} search={{ state: 'failed' }}>
                  {t.releases}
                </TextLink>
              </Problem>
            ),
            failed.length > 0 && (
              <Problem key="deliveries" tone="orange" title={t.failedDeliveries({ n: failed.length })}>
                <TextLink to="/o/$oid/webhooks" params={params} search={{ state: 'failed' }}>
                  {t.deliveries}
                </TextLink>
              </Problem>
            ),
            quarantined.length > 0 && (
              <Problem key="quarantine" tone="orange" title={t.quarantinedImports({ n: quarantined.length })}>
                <TextLink to="/o/$oid/imports" params={params} search={{ state: 'quarantined' }}>
                  {t.imports}
                </TextLink>
              </Problem>
            ),
            ...withFailures.slice(0, 3).map(({ id, fileName, subject, counts: { failed: n } }) => (
              <Problem key={id} tone="orange" title={n === 0 ? t.failedFile : t.failedRows({ n })}>
                <TextLink to="/o/$oid/imports/$run" params={{ ...params, run: id }} dir="auto">
                  {fileName ?? subject ?? t.importRun}
                </TextLink>
              </Problem>
            )),
          ].filter((one) => one !== false)
          if (alerts.length > 0) return <Stack gap="sm">{alerts}</Stack>
          return (
            <Text size="sm" c="dimmed">
              <Icon name="check" size={16} /> {t.noProblems}
            </Text>
          )
        }}
      </Loaded>
    </Card>
  )
}

const icons = { red: 'error', orange: 'warning', blue: 'info' } as const

export function Problem({ tone, title, children }: { tone: keyof typeof icons; title: string; children: ReactNode }) {
  return (
    <Alert color={tone} icon={<Icon name={icons[tone]} />} title={title}>
      {children}
    </Alert>
  )
}
