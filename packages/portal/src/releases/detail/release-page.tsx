import type { ReleaseRecord } from '@guidebook/client'
import { Group, SimpleGrid, Stack } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../api/account.tsx'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { useToday } from '../../i18n/use-today.ts'
import { StateBadge } from '../../ui/badge.tsx'
import { TextLink } from '../../ui/links.tsx'
import { LoadedPage, Page } from '../../ui/page.tsx'
import { codeOf, useRelease, useReleaseLink } from '../queries.ts'
import { stateOf, stateText, toneOf } from '../state.ts'
import { AccessCard } from './access-card.tsx'
import { AccommodationCard } from './accommodation-card.tsx'
import { BookingCard } from './booking-card.tsx'
import { BuildCard } from './build-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { OriginCard, UsageCard, useDiagnosis } from './diagnosis-cards.tsx'
import { DocumentsCard } from './documents-card.tsx'
import { LinkCard } from './link-card.tsx'
import { NoRelease } from './no-release.tsx'
import { RevokeButton } from './revoke-button.tsx'
import { TimelineCard } from './timeline-card.tsx'
import { useBuild } from './use-build.ts'

const route = getRouteApi('/o/$oid/releases/$code')

export function ReleasePage() {
  const { code } = route.useParams()
  const query = useReleaseLink(code)
  // The page of the release itself says that it cannot be loaded again.
  if (typeof query.data === 'string') return <Opened link={query.data} />
  return <LoadedPage query={query}>{() => <NoRelease code={code} />}</LoadedPage>
}

function Opened({ link }: { link: string }) {
  const query = useRelease(link)
  return <LoadedPage query={query}>{(record) => <Detail key={record.link} release={record} />}</LoadedPage>
}

function Detail({ release }: { release: ReleaseRecord }) {
  const t = useTexts()
  const formats = useFormats()
  const { account, may } = useAccount()
  const diagnosis = useDiagnosis(release.link)
  // The link opens and closes by the operator's day, also for the seller.
  const today = useToday(diagnosis.data?.release?.period.timeZone)
  const state = stateOf(release, today)
  // Only the operator changes the release; its seller reads it.
  const isOwn = release.provider.id === account.id
  const code = codeOf(release, account.id)
  const [isRevoking, setRevoking] = useState(false)
  const build = useBuild(release.link, isOwn && !isRevoking)
  const parts = { release, canChange: isOwn && may('office') && !release.locked }
  return (
    <Page
      title={release.bundleName || code}
      back={
        <TextLink to="/o/$oid/releases" params={{ oid: account.oid }} size="sm" className="no-print">
          ← {t.releases}
        </TextLink>
      }
      lead={
        <Group gap="xs" mt={4}>
          <StateBadge tone={toneOf[state]}>{stateText(state, t)}</StateBadge>
          {release.locked && <StateBadge tone="quiet">{t.locked}</StateBadge>}
          <span>{t.codeAndPeriod({ code, period: formats.days(release.startdate, release.enddate) })}</span>
        </Group>
      }
      actions={
        isOwn &&
        may('office') &&
        today < release.startdate && <RevokeButton release={release} onRevoking={setRevoking} />
      }
    >
      <LinkCard release={release} diagnosis={diagnosis} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <BookingCard
            {...parts}
            kind={diagnosis.data?.release?.kind}
            canChangeCode={!isOwn && may('office') && !release.locked}
          />
          <AccommodationCard {...parts} />
          {isOwn && <DocumentsCard {...parts} />}
        </Stack>
        <Stack gap="lg">
          <AccessCard
            release={release}
            canChange={isOwn && may('office')}
            diagnosed={diagnosis.data?.release ?? undefined}
          />
          {isOwn && <BuildCard release={release} build={build} canChange={may('office')} />}
          {isOwn && <DevicesCard release={release} canChange={may('office')} />}
          <UsageCard diagnosis={diagnosis.data} />
        </Stack>
      </SimpleGrid>
      <OriginCard diagnosis={diagnosis.data} />
      {isOwn && <TimelineCard release={release} />}
    </Page>
  )
}
