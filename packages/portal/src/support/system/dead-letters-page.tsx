import { Alert, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { notify } from '../../ui/actions.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { type AnswerOf, call } from '../api/call.ts'
import { useSupportTexts } from '../i18n.tsx'

type Queue = AnswerOf<'listAllDeadLetters'>['queues'][number]
type Letter = Queue['messages'][number]

export function DeadLettersPage() {
  const s = useSupportTexts()
  const query = useQuery({ queryKey: ['dead-letters'], queryFn: () => call('listAllDeadLetters') })
  return (
    <Page title={s.deadLetters} lead={s.deadLettersLead}>
      <Loaded query={query}>
        {({ queues, unreachable }) => {
          const filled = queues.filter(({ count }) => count > 0)
          return (
            <Stack gap="lg">
              <Unreachable services={unreachable} />
              {filled.map((queue) => (
                <QueueCard key={queue.queue} queue={queue} />
              ))}
              {filled.length === 0 && unreachable.length === 0 && (
                <Empty icon="check" title={s.noDeadLetters}>
                  {s.noDeadLettersText}
                </Empty>
              )}
            </Stack>
          )
        }}
      </Loaded>
    </Page>
  )
}

/** An empty list must not be mistaken for a complete one. */
export function Unreachable({ services }: { services: readonly string[] }) {
  const s = useSupportTexts()
  const formats = useFormats()
  if (services.length === 0) return null
  return (
    <Alert color="orange" icon={<Icon name="warning" />} title={s.unreachable({ services: formats.list(services) })} />
  )
}

function QueueCard({ queue: { queue, count, messages } }: { queue: Queue }) {
  const t = useTexts()
  const s = useSupportTexts()
  const formats = useFormats()
  const queries = useQueryClient()
  const redrive = async () => {
    const { redriven } = await call('redriveQueue', { params: { queue } })
    notify(s.redriven({ n: redriven }))
    await queries.invalidateQueries({ queryKey: ['dead-letters'] })
  }
  const columns = useMemo(
    (): Column<Letter>[] => [
      {
        id: 'reason',
        primary: true,
        header: t.reason,
        cell: ({ reason }) => (
          <Text size="sm" dir="auto">
            {reason}
          </Text>
        ),
      },
      { id: 'type', header: s.type, cell: ({ type }) => <code>{type}</code> },
      { id: 'attempts', header: t.attempts, cell: ({ attempts }) => formats.number(attempts), align: 'end' },
      { id: 'at', header: t.created, cell: ({ at }) => (at === null ? '–' : formats.instant(at)) },
    ],
    [t, s, formats],
  )
  return (
    <Card
      title={s.queueOf({ queue, n: count })}
      lead={s.oldestMessages}
      actions={
        <ConfirmButton
          size="xs"
          icon="refresh"
          label={s.redrive}
          title={s.redrive}
          confirmLabel={s.redrive}
          danger={false}
          act={redrive}
        >
          {s.redriveText({ queue })}
        </ConfirmButton>
      }
    >
      <DataTable label={queue} rows={messages} columns={columns} rowKey={({ id }) => id} />
    </Card>
  )
}
