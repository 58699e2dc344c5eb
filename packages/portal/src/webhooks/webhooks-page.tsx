import type { Delivery, Webhook } from '@guidebook/client'
import { Group, Select, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAccount } from '../api/account.tsx'
import { useFormats, useLanguage, useTexts } from '../i18n/texts.tsx'
import { notify } from '../ui/actions.tsx'
import { StateBadge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { answerText, deliveryStates, deliveryStateText, deliveryTone, isDue, kindText } from '../ui/delivery-states.ts'
import { TextLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { PagedTable } from '../ui/paged-table.tsx'
import { usePages } from '../ui/query.ts'
import { Empty, Loaded } from '../ui/states.tsx'
import { PingButton } from './ping-button.tsx'
import { RotateButton } from './rotate-button.tsx'
import { WebhookState } from './webhook-state.tsx'

const route = getRouteApi('/o/$oid/webhooks')

export function WebhooksPage() {
  const { t, language } = useLanguage()
  const { account, client } = useAccount()
  const webhook = useQuery({
    queryKey: [account.id, 'webhook', language],
    queryFn: () => client.account.webhook.read(),
  })
  return (
    <Page title={t.webhooks} lead={t.webhooksLead}>
      <Loaded query={webhook}>
        {(data) =>
          data.url === null ? (
            <Empty icon="webhooks" title={t.noWebhook}>
              {t.noWebhookText}
            </Empty>
          ) : (
            <Endpoint webhook={data} />
          )
        }
      </Loaded>
      <Deliveries hasEndpoint={webhook.data?.url !== null} />
    </Page>
  )
}

function Endpoint({ webhook }: { webhook: Webhook }) {
  const t = useTexts()
  const { may } = useAccount()
  return (
    <Card
      title={t.endpoint}
      lead={t.endpointLead}
      actions={
        <>
          {may('office') && <PingButton />}
          {may('admin') && <RotateButton />}
        </>
      }
    >
      <WebhookState webhook={webhook} />
    </Card>
  )
}

/** Without an endpoint, those of an earlier one. */
function Deliveries({ hasEndpoint }: { hasEndpoint: boolean }) {
  const t = useTexts()
  const { state } = route.useSearch()
  const navigate = route.useNavigate()
  const { account, client, may } = useAccount()
  const queries = useQueryClient()
  const filter = state === undefined ? {} : { state }
  const pages = usePages<Delivery>(
    [account.id, 'deliveries', filter],
    (cursor) => client.account.webhook.deliveries({ ...filter, ...(cursor !== undefined && { cursor }) }),
    { isUnfinished: (delivery) => isDue(delivery) },
  )
  const columns = useColumns(account.oid)
  const hasDeliveries = state !== undefined || (pages.rows?.length ?? 0) > 0
  const replayFailed = async () => {
    const { replayed } = await client.account.webhook.replayMany()
    notify(t.replayed({ n: replayed }))
    await queries.invalidateQueries({ queryKey: [account.id, 'deliveries'] })
  }
  if (!hasEndpoint && !hasDeliveries) return null
  return (
    <Card
      title={t.deliveries}
      actions={
        hasDeliveries && (
          <Group gap="xs" align="flex-end">
            <Select
              aria-label={t.state}
              placeholder={t.allStates}
              size="xs"
              clearable
              clearButtonProps={{ 'aria-label': t.clear }}
              data={deliveryStates.map((value) => ({ value, label: deliveryStateText(value, t) }))}
              value={state ?? null}
              onChange={(value) => {
                const chosen = deliveryStates.find((one) => one === value)
                void navigate({ search: chosen === undefined ? {} : { state: chosen }, replace: true })
              }}
            />
            {may('office') && (
              <ConfirmButton
                size="xs"
                label={t.replayFailed}
                icon="refresh"
                title={t.replayFailed}
                confirmLabel={t.replay}
                act={replayFailed}
                danger={false}
              >
                {t.replayFailedText}
              </ConfirmButton>
            )}
          </Group>
        )
      }
    >
      <PagedTable
        pages={pages}
        label={t.deliveries}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <Empty icon="webhooks" title={state === undefined ? t.noDeliveries : t.noMatch}>
            {state === undefined ? t.noDeliveriesText : t.noMatchText}
          </Empty>
        }
      />
    </Card>
  )
}

function useColumns(oid: string): Column<Delivery>[] {
  const t = useTexts()
  const formats = useFormats()
  return useMemo(
    () => [
      {
        id: 'id',
        primary: true,
        header: t.delivery,
        cell: ({ id, kind }) => (
          <TextLink to="/o/$oid/webhooks/$delivery" params={{ oid, delivery: id }} size="sm" fw={500}>
            {kindText(kind, t)}
          </TextLink>
        ),
      },
      {
        id: 'state',
        header: t.state,
        cell: ({ state }) => <StateBadge tone={deliveryTone[state]}>{deliveryStateText(state, t)}</StateBadge>,
      },
      {
        id: 'release',
        header: t.release,
        cell: ({ release }) => release ?? '–',
      },
      {
        id: 'attempts',
        header: t.attempts,
        cell: ({ attempts }) => {
          const last = attempts.at(-1)
          return (
            <Text size="sm" component="span">
              {attempts.length}
              {last !== undefined && ` · ${answerText(last, t)}`}
            </Text>
          )
        },
      },
      { id: 'created', header: t.created, cell: ({ createdAt }) => formats.instant(createdAt) },
    ],
    [t, formats, oid],
  )
}
