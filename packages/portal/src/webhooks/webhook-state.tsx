import type { Webhook } from '@guidebook/client'
import { Alert, Stack } from '@mantine/core'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { Facts } from '../ui/facts.tsx'
import { Icon } from '../ui/icon.tsx'

/** Whether the endpoint receives deliveries, its address, and its secrets. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const t = useTexts()
  const formats = useFormats()
  const { url, enabled, disabledReason, pausedUntil, failingSince, secretCreatedAt, previousSecretValidUntil } = webhook
  return (
    <Stack>
      {!enabled && (
        <Alert color="red" icon={<Icon name="error" />} title={t.webhookOff}>
          {disabledReason}
        </Alert>
      )}
      {enabled && failingSince !== null && (
        <Alert color="orange" icon={<Icon name="warning" />} title={t.webhookFailing}>
          {t.sinceAt({ at: formats.instant(failingSince) })}
          {pausedUntil !== null && ` · ${t.pausedUntil({ at: formats.instant(pausedUntil) })}`}
        </Alert>
      )}
      <Facts
        facts={[
          [t.address, url],
          [t.secretFrom, secretCreatedAt === null ? '–' : formats.instant(secretCreatedAt)],
          ...(previousSecretValidUntil === null
            ? []
            : ([[t.previousSecret, formats.instant(previousSecretValidUntil)]] as const)),
        ]}
      />
    </Stack>
  )
}
