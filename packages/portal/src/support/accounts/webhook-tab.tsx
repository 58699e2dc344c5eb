import { Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { notify, useNotifyFailure } from '../../ui/actions.tsx'
import { StateBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { answerText, deliveryStateText, deliveryTone, kindText } from '../../ui/delivery-states.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { LoadingButton } from '../../ui/loading-button.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { usePages } from '../../ui/query.ts'
import { SecretModal } from '../../ui/secret-modal.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useNextWindow } from '../../ui/use-next-window.ts'
import { WebhookState } from '../../webhooks/webhook-state.tsx'
import { type AnswerOf, call } from '../api/call.ts'
import { useSupportTexts } from '../i18n.tsx'
import { useOpenAccount, useReload } from './account.tsx'

type Webhook = AnswerOf<'readAccountWebhook'>
type Delivery = AnswerOf<'listAccountDeliveries'>['items'][number]

export function WebhookTab() {
  const { id } = useOpenAccount()
  const query = useQuery({
    queryKey: ['account', id, 'webhook'],
    queryFn: () => call('readAccountWebhook', { params: { account_id: id } }),
  })
  return (
    <Stack gap="lg">
      <Loaded query={query}>{(webhook) => <Endpoint webhook={webhook} />}</Loaded>
      <Deliveries />
    </Stack>
  )
}

function Endpoint({ webhook }: { webhook: Webhook }) {
  const t = useTexts()
  const s = useSupportTexts()
  const { id } = useOpenAccount()
  const reload = useReload()
  const [url, setUrl] = useState('')
  const secret = useNextWindow<string>()
  const params = { account_id: id }
  const set = async () => {
    secret.prepare((await call('setAccountWebhook', { params, body: { url: url.trim() } })).secret)
    void reload()
  }
  const end = async () => {
    await call('endAccountWebhook', { params })
    notify(t.removed)
    await reload()
  }
  const enable = async () => {
    const { recovered } = await call('enableAccountWebhook', {
      params,
      body: webhook.failingSince === null ? {} : { since: webhook.failingSince },
    })
    notify(s.recovered({ n: recovered }))
    await reload()
  }
  return (
    <Card
      title={t.endpoint}
      actions={
        <>
          <FormModal
            label={s.setWebhook}
            icon="webhooks"
            title={s.setWebhook}
            draft={url}
            fields={['/url']}
            submit={set}
            onOpen={() => setUrl(webhook.url ?? '')}
            onClosed={secret.open}
          >
            {(faults) => (
              <TextInput
                type="url"
                label={t.address}
                description={s.urlHint}
                required
                value={url}
                onChange={(event) => setUrl(event.currentTarget.value)}
                error={faults.at('/url')}
              />
            )}
          </FormModal>
          {webhook.url !== null && (
            <>
              <Ping onSent={reload} />
              {!webhook.enabled && (
                <ConfirmButton
                  size="xs"
                  label={s.enableWebhook}
                  title={s.enableWebhook}
                  confirmLabel={s.enableWebhook}
                  danger={false}
                  act={enable}
                >
                  {s.enableWebhookText}
                </ConfirmButton>
              )}
              <ConfirmButton size="xs" label={s.endWebhook} title={s.endWebhook} confirmLabel={s.endWebhook} act={end}>
                {s.endWebhookText}
              </ConfirmButton>
            </>
          )}
        </>
      }
    >
      {webhook.url === null ? (
        <Empty compact icon="webhooks" title={t.noWebhook} />
      ) : (
        <WebhookState webhook={webhook} />
      )}
      <SecretModal title={s.webhookSecret} secret={secret} />
    </Card>
  )
}

function Ping({ onSent }: { onSent: () => Promise<void> }) {
  const t = useTexts()
  const { id } = useOpenAccount()
  const notifyFailure = useNotifyFailure()
  const ping = useMutation({
    mutationFn: () => call('pingAccountWebhook', { params: { account_id: id } }),
    onSuccess: async () => {
      notify(t.pingSent)
      await onSent()
    },
    onError: notifyFailure,
  })
  return (
    <LoadingButton variant="default" size="xs" loading={ping.isPending} onClick={() => ping.mutate()}>
      {t.ping}
    </LoadingButton>
  )
}

function Deliveries() {
  const t = useTexts()
  const formats = useFormats()
  const { id } = useOpenAccount()
  const pages = usePages<Delivery>(['account', id, 'deliveries'], (cursor) => ({
    page: () =>
      call('listAccountDeliveries', { params: { account_id: id }, query: cursor === undefined ? {} : { cursor } }),
  }))
  const columns = useMemo(
    (): Column<Delivery>[] => [
      { id: 'kind', primary: true, header: t.kind, cell: ({ kind }) => kindText(kind, t) },
      {
        id: 'state',
        header: t.state,
        cell: ({ state }) => <StateBadge tone={deliveryTone[state]}>{deliveryStateText(state, t)}</StateBadge>,
      },
      {
        id: 'attempts',
        header: t.attempts,
        cell: ({ attempts }) => {
          const last = attempts.at(-1)
          return last === undefined ? '0' : `${attempts.length} · ${answerText(last, t)}`
        },
      },
      { id: 'created', header: t.created, cell: ({ createdAt }) => formats.instant(createdAt) },
    ],
    [t, formats],
  )
  return (
    <Card title={t.deliveries}>
      <PagedTable
        pages={pages}
        label={t.deliveries}
        columns={columns}
        rowKey={(delivery) => delivery.id}
        empty={<Empty compact icon="webhooks" title={t.noDeliveries} />}
      />
    </Card>
  )
}
