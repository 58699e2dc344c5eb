/** What the account's portal and support show of an import. */
import type { ImportRun, ImportRunDetail } from '@guidebook/client'
import type { PortalTexts } from '@guidebook/messages/portal'
import { Alert, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Formats } from '../i18n/formats.ts'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { actorText } from '../ui/actor.ts'
import { StateBadge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Facts } from '../ui/facts.tsx'
import { Icon } from '../ui/icon.tsx'
import { dialectText } from './configuration-facts.tsx'
import { countsText, runStateText, runTone } from './states.ts'

/** Links to the page of a run. */
export type RunLink = (id: string, name: string) => ReactNode

type File = Pick<ImportRun, 'fileName' | 'subject' | 'test'>

export const runName = ({ fileName, subject }: Pick<File, 'fileName' | 'subject'>, t: PortalTexts): string =>
  fileName ?? subject ?? t.importRun

export function RunFile({ id, file, link }: { id: string; file: File; link: RunLink }) {
  const t = useTexts()
  return (
    <>
      {link(id, runName(file, t))}
      {file.test && (
        <Text size="xs" c="dimmed">
          {t.testRun}
        </Text>
      )}
    </>
  )
}

export const runColumns = (t: PortalTexts, formats: Formats, link: RunLink): Column<ImportRun>[] => [
  { id: 'file', primary: true, header: t.file, cell: (run) => <RunFile id={run.id} file={run} link={link} /> },
  { id: 'state', compact: true, header: t.state, cell: (run) => <RunState run={run} /> },
  { id: 'rows', header: t.rows, cell: ({ counts }) => countsText(counts, t) },
  {
    id: 'sender',
    header: t.sender,
    cell: ({ sender, uploadedBy = null }) => {
      const who = uploadedBy === null ? sender : actorText(uploadedBy, t)
      return who === null ? '–' : <span dir="auto">{who}</span>
    },
  },
  { id: 'received', compact: true, header: t.received, cell: ({ receivedAt }) => formats.instant(receivedAt) },
]

export function RunState({ run }: { run: Pick<ImportRun, 'state' | 'counts'> }) {
  const t = useTexts()
  return <StateBadge tone={runTone(run)}>{runStateText(run.state, t)}</StateBadge>
}

interface Props {
  run: ImportRunDetail
  /** What to do about a mail in quarantine. */
  advice?: string
  /** Facts after the common ones. */
  more?: readonly (readonly [string, ReactNode])[]
}

export function RunFacts({ run, advice, more = [] }: Props) {
  const t = useTexts()
  const formats = useFormats()
  const { state, reason, sender, uploadedBy = null, subject, receivedAt, counts, test, dialect } = run
  return (
    <>
      {reason !== null && (
        <Alert
          color="orange"
          icon={<Icon name="warning" />}
          title={state === 'quarantined' ? t.quarantineText : t.reason}
        >
          {reason}
          {state === 'quarantined' && advice !== undefined && <div>{advice}</div>}
        </Alert>
      )}
      <Card title={t.about}>
        <Facts
          facts={[
            ...(uploadedBy === null
              ? ([
                  [t.sender, sender ?? '–'],
                  [t.subject, subject ?? '–'],
                ] as const)
              : ([[t.uploadedBy, actorText(uploadedBy, t)]] as const)),
            [t.received, formats.instant(receivedAt)],
            [t.rows, countsText(counts, t)],
            ...(test ? ([[t.kind, t.testRun]] as const) : []),
            ...(dialect === null ? [] : ([[t.format, dialectText(dialect, t)]] as const)),
            ...more,
          ]}
        />
      </Card>
    </>
  )
}
