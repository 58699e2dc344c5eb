/** What is done with all selected releases, by one call for each. */
import type { ReleaseRecord } from '@guidebook/client'
import type { Client } from '@guidebook/client/internal'
import { Button, Group, Modal, Paper, Progress, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useAccount } from '../../api/account.tsx'
import { useErrorWords, useTexts } from '../../i18n/texts.tsx'
import { actOnAll, type Outcomes } from '../../ui/act-on-all.ts'
import { notify } from '../../ui/actions.tsx'
import { useOpenerAfterRemoval } from '../../ui/heading-of.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { messageOf } from '../../ui/states.tsx'
import { useIsHere } from '../../ui/use-is-here.ts'

type Address = { account: string; release: string }

const acts = {
  lock: (releases: Client['releases'], address: Address) => releases.setLocked(address, true),
  unlock: (releases: Client['releases'], address: Address) => releases.setLocked(address, false),
  rebuild: (releases: Client['releases'], address: Address) => releases.requestBuild(address),
  revoke: (releases: Client['releases'], address: Address) => releases.revoke(address),
}
type Action = keyof typeof acts

interface Props {
  releases: readonly ReleaseRecord[]
  onClear: () => void
  /** After the person has seen the result. With the links of the releases for which it was done: some may have left the list. */
  onDone: (links: ReadonlySet<string>) => void
}

export function BulkActions({ releases, onClear, onDone }: Props) {
  const t = useTexts()
  const [chosen, setChosen] = useState<{ action: Action; releases: readonly ReleaseRecord[] } | null>(null)
  const labels = useLabels()
  const icons: Record<Action, IconName> = { lock: 'lock', unlock: 'lock', rebuild: 'refresh', revoke: 'trash' }
  return (
    <>
      {releases.length > 0 && (
        <Paper withBorder p="xs" className="no-print">
          <Group gap="xs">
            <Text size="sm" fw={600} role="status">
              {t.selectedReleases({ n: releases.length })}
            </Text>
            {(Object.keys(acts) as Action[]).map((action) => (
              <Button
                key={action}
                size="xs"
                variant="default"
                leftSection={<Icon name={icons[action]} size={16} />}
                onClick={() => setChosen({ action, releases })}
              >
                {labels[action]}
              </Button>
            ))}
            <Button size="xs" variant="subtle" onClick={onClear}>
              {t.clear}
            </Button>
          </Group>
        </Paper>
      )}
      {chosen !== null && <Dialog {...chosen} onClose={() => setChosen(null)} onDone={onDone} />}
    </>
  )
}

function useLabels(): Record<Action, string> {
  const t = useTexts()
  return { lock: t.lockAction, unlock: t.unlockAction, rebuild: t.rebuild, revoke: t.revoke }
}

interface DialogProps extends Pick<Props, 'onDone'> {
  action: Action
  releases: readonly ReleaseRecord[]
  onClose: () => void
}

/** Asks, shows the progress, then what was done and what was not. While it runs, closing it or leaving the page stops what has not begun. */
function Dialog({ action, releases, onClose, onDone }: DialogProps) {
  const t = useTexts()
  const label = useLabels()[action]
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const [settled, setSettled] = useState(0)
  const [isStopping, setIsStopping] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  useOpenerAfterRemoval()
  const isHere = useIsHere()
  const run = useMutation({
    mutationFn: () => {
      const stop = new AbortController()
      running.current = stop
      const act = ({ link }: ReleaseRecord) => acts[action](client.releases, { account: account.id, release: link })
      return actOnAll(releases, act, { signal: stop.signal, onProgress: setSettled })
    },
    onSuccess: ({ done }) => {
      if (!isHere()) notify(t.bulkDone({ n: done.length }))
      for (const kind of ['releases', 'release', 'build', 'release-link'])
        void queries.invalidateQueries({ queryKey: [account.id, kind] })
    },
  })
  const close = () => {
    if (run.isPending) {
      // The window stays for the result.
      running.current?.abort()
      return setIsStopping(true)
    }
    onDone(new Set(run.data?.done.map(({ link }) => link)))
    onClose()
  }
  return (
    <Modal opened onClose={close} title={label} centered closeButtonProps={{ 'aria-label': t.close }}>
      <Stack>
        {run.isIdle && (
          <Text size="sm">
            {t.bulkConfirm({ n: releases.length })} {action === 'revoke' && t.revokeText}
          </Text>
        )}
        {run.isPending && (
          <>
            <Text size="sm" role="status">
              {t.bulkProgress({ done: String(settled), n: String(releases.length) })}
            </Text>
            <Progress value={(100 * settled) / releases.length} aria-label={label} />
          </>
        )}
        {run.isSuccess && <Result {...run.data} />}
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={close}
            data-autofocus
            // A disabled button would lose the focus.
            {...(run.isPending && isStopping && { 'aria-disabled': true, 'data-disabled': true })}
          >
            {run.isIdle ? t.cancel : run.isPending ? t.stop : t.close}
          </Button>
          {run.isIdle && (
            <Button {...(action === 'revoke' && { color: 'red.9' })} onClick={() => run.mutate()}>
              {label}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

function Result({ done, failed }: Outcomes<ReleaseRecord>) {
  const t = useTexts()
  const words = useErrorWords()
  return (
    <div role="status">
      <Text size="sm">{t.bulkDone({ n: done.length })}</Text>
      {failed.length > 0 && (
        <>
          <Text size="sm" mt="xs">
            {t.bulkFailed({ n: failed.length })}
          </Text>
          <ul className="plain-list">
            {failed.map(({ item: { downloadCode }, error }) => (
              <li key={downloadCode}>
                <Text size="sm" component="span">
                  <strong>{downloadCode}</strong> {messageOf(error, t, words)}
                </Text>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
