/** Imports that are being processed, and deliveries that wait, with links to their pages. */
import { Stack, Text } from '@mantine/core'
import { useAccount } from '../api/account.tsx'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { Card } from '../ui/card.tsx'
import { TextLink } from '../ui/links.tsx'
import { Loaded } from '../ui/states.tsx'
import { Problem } from './problems.tsx'
import { useWork } from './work.ts'

export function Waiting() {
  const t = useTexts()
  const formats = useFormats()
  const { account } = useAccount()
  const params = { oid: account.oid }
  return (
    <Card title={t.waiting}>
      <Loaded query={useWork()}>
        {({ webhook: { pausedUntil }, isImporting, isDelivering }) =>
          isImporting || isDelivering ? (
            <Stack gap="sm">
              {isImporting && (
                <Problem tone="blue" title={t.waitingImports}>
                  <TextLink to="/o/$oid/imports" params={params} search={{ state: 'processing' }}>
                    {t.imports}
                  </TextLink>
                </Problem>
              )}
              {isDelivering && (
                <Problem tone="blue" title={t.waitingDeliveries}>
                  {pausedUntil !== null && `${t.pausedUntil({ at: formats.instant(pausedUntil) })} · `}
                  <TextLink to="/o/$oid/webhooks" params={params} search={{ state: 'pending' }}>
                    {t.deliveries}
                  </TextLink>
                </Problem>
              )}
            </Stack>
          ) : (
            <Text size="sm" c="dimmed">
              {t.nothingWaiting}
            </Text>
          )
        }
      </Loaded>
    </Card>
  )
}
