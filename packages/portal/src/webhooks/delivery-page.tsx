import type { Delivery, DeliveryDetail } from '@guidebook/client'
import { Code, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useAccount } from '../api/account.tsx'
import { useFormats, useLanguage, useTexts } from '../i18n/texts.tsx'
import { codeOf, useRelease } from '../releases/queries.ts'
import { notify, useNotifyFailure } from '../ui/actions.tsx'
import { actorText } from '../ui/actor.ts'
import { StateBadge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { answerText, deliveryStateText, deliveryTone, isDue, kindText } from '../ui/delivery-states.ts'
import { Facts } from '../ui/facts.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/links.tsx'
import { LoadingButton } from '../ui/loading-button.tsx'
import { LoadedPage, Page } from '../ui/page.tsx'
import { Empty } from '../ui/states.tsx'
import { DeliveryRequest } from './delivery-request.tsx'

const route = getRouteApi('/o/$oid/webhooks/$delivery')

export function DeliveryPage() {
  const { t, language } = useLanguage()
  const formats = useFormats()
  const { delivery } = route.useParams()
  const { account, client, may } = useAccount()
  const queries = useQueryClient()
  const notifyFailure = useNotifyFailure()
  const key = [account.id, 'delivery', delivery, language]
  const query = useQuery({
    queryKey: key,
    queryFn: () => client.account.webhook.delivery({ delivery_id: delivery }),
    // An attempt that is due takes a moment; a later one is awaited.
    refetchInterval: ({ state: { data } }) => data !== undefined && (isDue(data) ? 2_000 : untilAttempt(data)),
  })
  const replay = useMutation({
    mutationFn: () => client.account.webhook.replay({ delivery_id: delivery }),
    onSuccess: (again) => {
      // Without the request, which stays the same.
      queries.setQueryData<DeliveryDetail>(key, (shown) => shown && { ...shown, ...again })
      void queries.invalidateQueries({ queryKey: [account.id, 'deliveries'] })
      notify(t.replayed({ n: 1 }))
    },
    onError: notifyFailure,
  })
  return (
    <LoadedPage query={query}>
      {(data) => (
        <Page
          title={kindText(data.kind, t)}
          lead={<StateBadge tone={deliveryTone[data.state]}>{deliveryStateText(data.state, t)}</StateBadge>}
          back={
            <TextLink to="/o/$oid/webhooks" params={{ oid: account.oid }} size="sm">
              ← {t.webhooks}
            </TextLink>
          }
          actions={
            may('office') && (
              <LoadingButton
                variant="default"
                leftSection={<Icon name="refresh" />}
                loading={replay.isPending}
                disabled={isDue(data)}
                onClick={() => replay.mutate()}
              >
                {t.replay}
              </LoadingButton>
            )
          }
        >
          <Card title={t.about}>
            <Facts
              facts={[
                ['webhook-id', <Code key="id">{data.webhookId}</Code>],
                ...(data.release === null
                  ? []
                  : ([[t.release, <DeliveredRelease key="release" link={data.release} />]] as const)),
                [t.created, formats.instant(data.createdAt)],
                [t.nextAttempt, data.nextAttemptAt === null ? '–' : formats.instant(data.nextAttemptAt)],
                ...(data.replays.length === 0
                  ? []
                  : ([
                      [
                        t.replays,
                        data.replays
                          .map(({ at, actor }) => `${formats.instant(at)} (${actorText(actor, t)})`)
                          .join(', '),
                      ],
                    ] as const)),
              ]}
            />
          </Card>
          <DeliveryRequest request={data.request} />
          <Card title={t.attempts}>
            {data.attempts.length === 0 ? (
              <Empty compact icon="clock" title={t.noAttempts} />
            ) : (
              <Stack gap="md">
                {data.attempts.map((attempt) => (
                  <Attempt key={attempt.at} attempt={attempt} />
                ))}
              </Stack>
            )}
          </Card>
        </Page>
      )}
    </LoadedPage>
  )
}

/** Milliseconds; false if there is none, or if it waits for the end of a pause. */
function untilAttempt({ state, nextAttemptAt }: DeliveryDetail): number | false {
  const ms = Date.parse(nextAttemptAt ?? '') - Date.now()
  return state === 'pending' && ms > 0 && ms
}

/** A link to the release, unless it is revoked or can't be read. */
function DeliveredRelease({ link }: { link: string }) {
  const { account } = useAccount()
  const { data: release } = useRelease(link)
  if (release === undefined) return link
  const code = codeOf(release, account.id)
  return (
    <TextLink to="/o/$oid/releases/$code" params={{ oid: account.oid, code }} size="sm">
      {release.bundleName || code}
    </TextLink>
  )
}

function Attempt({
  attempt: { at, status, durationMs, outcome, response, reason },
}: {
  attempt: Delivery['attempts'][number]
}) {
  const t = useTexts()
  const formats = useFormats()
  return (
    <div>
      <Text size="sm" fw={600}>
        <time dateTime={at}>{formats.instant(at)}</time> · {answerText({ status, outcome }, t)} ·{' '}
        {formats.number(durationMs, { style: 'unit', unit: 'millisecond' })}
      </Text>
      {reason !== null && (
        <Text size="sm" c="dimmed" dir="auto">
          {reason}
        </Text>
      )}
      {response !== null && response !== '' && (
        <Code block mt={4} tabIndex={0} aria-label={t.response}>
          {response}
        </Code>
      )}
    </div>
  )
}
