import type { Build, ReleaseRecord } from '@guidebook/client'
import { Button, Progress, Stack, Text } from '@mantine/core'
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../api/account.tsx'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { useNotifyFailure } from '../../ui/actions.tsx'
import { StateBadge, type Tone } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/states.tsx'

interface Props {
  release: ReleaseRecord
  build: UseQueryResult<Build>
  canChange: boolean
}

const tones: Record<Build['state'], Tone> = { waiting: 'busy', running: 'busy', completed: 'good', failed: 'bad' }

export function BuildCard({ release, build, canChange }: Props) {
  const t = useTexts()
  const formats = useFormats()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const notifyFailure = useNotifyFailure()
  const rebuild = useMutation({
    mutationFn: () => client.releases.requestBuild({ account: account.id, release: release.link }),
    onSuccess: (requested) => queries.setQueryData([account.id, 'build', release.link], requested),
    onError: notifyFailure,
  })
  const isRunning = build.data?.state === 'waiting' || build.data?.state === 'running'
  return (
    <Card
      title={t.documentsBuilt}
      actions={
        canChange && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="refresh" size={16} />}
            loading={rebuild.isPending}
            disabled={isRunning}
            onClick={() => rebuild.mutate()}
          >
            {t.rebuild}
          </Button>
        )
      }
    >
      <Loaded query={build}>
        {(build) => (
          <Stack gap="xs" aria-live="polite">
            <div>
              <StateBadge tone={tones[build.state]}>
                {
                  {
                    waiting: t.buildWaiting,
                    running: t.buildRunning,
                    completed: t.buildCompleted,
                    failed: t.buildFailed,
                  }[build.state]
                }
              </StateBadge>
            </div>
            {isRunning && (
              <>
                <Progress value={build.percent} aria-label={t.buildProgress} animated />
                <Text size="sm" c="dimmed">
                  {build.step ?? t.buildWaiting} · {formats.number(build.percent / 100, { style: 'percent' })}
                </Text>
              </>
            )}
            {build.finishedAt !== null && !isRunning && (
              <Text size="sm" c="dimmed">
                {t.buildFinished({ at: formats.instant(build.finishedAt) })}
              </Text>
            )}
            {build.message !== null && <Text size="sm">{build.message}</Text>}
            {build.warnings.length > 0 && (
              <div>
                <Text size="sm" fw={600}>
                  {t.warnings}
                </Text>
                <ul className="plain-list">
                  {build.warnings.map(({ message, pointer }) => (
                    <li key={`${pointer} ${message}`}>
                      <Text size="sm" component="span" dir="auto">
                        {message}
                      </Text>
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </Stack>
        )}
      </Loaded>
    </Card>
  )
}
