import type { Build } from '@guidebook/client'
import { Progress, Stack, Text } from '@mantine/core'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { StateBadge, type Tone } from './badge.tsx'
import { stepText } from './build-steps.ts'

const tones: Record<Build['state'], Tone> = { waiting: 'busy', running: 'busy', completed: 'good', failed: 'bad' }

export const isUnfinished = (build: Build | undefined): boolean =>
  build?.state === 'waiting' || build?.state === 'running'

/** The state of a build, its progress, and what it could not do as requested. */
export function BuildState({ build }: { build: Build }) {
  const t = useTexts()
  const formats = useFormats()
  const isRunning = isUnfinished(build)
  return (
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
            {stepText(build.step, t)} · {formats.number(build.percent / 100, { style: 'percent' })}
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
  )
}
