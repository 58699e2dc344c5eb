/** Releases whose builds wait or run, imports that are being processed, and deliveries that wait, with links to their pages. */
import type { ReleaseRecord } from '@guidebook/client'
import { Stack, Text } from '@mantine/core'
import { useAccount } from '../api/account.tsx'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { codeOf } from '../releases/queries.ts'
import { Card } from '../ui/card.tsx'
import { TextLink } from '../ui/links.tsx'
import { Loaded } from '../ui/states.tsx'
import classes from './home-page.module.css'
import { Problem } from './problems.tsx'
import { useBuilding, useWork } from './work.ts'

export function Waiting() {
  const t = useTexts()
  return (
    <Card title={t.waiting}>
      <Loaded query={useBuilding()}>{({ items }) => <InProgress building={items} />}</Loaded>
    </Card>
  )
}

function InProgress({ building }: { building: readonly ReleaseRecord[] }) {
  const t = useTexts()
  const formats = useFormats()
  const { account } = useAccount()
  const params = { oid: account.oid }
  return (
    <Loaded query={useWork()}>
      {({ webhook: { pausedUntil }, isImporting, isDelivering }) =>
        building.length > 0 || isImporting || isDelivering ? (
          <Stack gap="sm">
            {building.length > 0 && (
              <Problem tone="blue" title={t.waitingBuilds}>
                <Stack gap="xs">
                  <ul className={classes.list}>
                    {building.map((release) => {
                      const code = codeOf(release, account.id)
                      return (
                        <li key={release.key}>
                          <TextLink to="/o/$oid/releases/$code" params={{ ...params, code }} dir="auto">
                            {release.bundleName || code}
                          </TextLink>
                        </li>
                      )
                    })}
                  </ul>
                  <TextLink to="/o/$oid/releases" params={params} search={{ state: 'building' }}>
                    {t.releases}
                  </TextLink>
                </Stack>
              </Problem>
            )}
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
  )
}
