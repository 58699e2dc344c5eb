/** The start page: problems, trips that begin soon, what is in progress, newest releases and changes. */
import type { ReleaseRecord } from '@guidebook/client'
import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../api/account.tsx'
import { addDays } from '../i18n/formats.ts'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { useToday } from '../i18n/use-today.ts'
import { codeOf } from '../releases/queries.ts'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { ButtonLink, TextLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import classes from './home-page.module.css'
import { Problems } from './problems.tsx'
import { RecentChanges } from './recent-changes.tsx'
import { Waiting } from './waiting.tsx'

export function HomePage() {
  const t = useTexts()
  const formats = useFormats()
  const { account, may } = useAccount()
  const today = useToday()
  const params = { oid: account.oid }
  return (
    <Page
      title={t.home}
      lead={formats.longDay(today)}
      actions={
        may('office') && (
          <ButtonLink to="/o/$oid/releases/new" params={params} leftSection={<Icon name="plus" />}>
            {t.newRelease}
          </ButtonLink>
        )
      }
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <Problems />
          <Departures title={t.departuresToday} none={t.noDeparturesToday} from={today} to={today} />
          <Waiting />
        </Stack>
        <Stack gap="lg">
          <Departures
            title={t.departuresWeek}
            none={t.noDeparturesWeek}
            from={addDays(today, 1)}
            to={addDays(today, 7)}
          />
          <Newest />
          <RecentChanges />
        </Stack>
      </SimpleGrid>
    </Page>
  )
}

/** A large account has more. The card says so and has a link to the list. */
const most = 50

function Departures({ title, none, from, to }: { title: string; none: string; from: string; to: string }) {
  const t = useTexts()
  const { account, client } = useAccount()
  const departing = { arrivalFrom: from, arrivalTo: to }
  const query = useQuery({
    queryKey: [account.id, 'releases', 'departures', from, to],
    queryFn: () => client.releases.list({ account: account.id, ...departing, sort: 'arrival', limit: most }).page(),
  })
  return (
    <Card
      title={title}
      actions={
        <TextLink
          to="/o/$oid/releases"
          params={{ oid: account.oid }}
          search={{ ...departing, sort: 'arrival' }}
          size="sm"
        >
          {t.showAll}
        </TextLink>
      }
    >
      <Loaded query={query}>
        {({ items, nextCursor }) => {
          const empty = items.length === 0 ? none : null
          const note = nextCursor === null ? empty : t.rowsShown({ n: items.length })
          return (
            <>
              <ReleaseList releases={items} />
              {note !== null && (
                <Text c="dimmed" size="sm">
                  {note}
                </Text>
              )}
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}

function Newest() {
  const t = useTexts()
  const { account, client, may } = useAccount()
  const query = useQuery({
    queryKey: [account.id, 'releases', 'newest'],
    queryFn: () => client.releases.list({ account: account.id, limit: 5 }).page(),
  })
  return (
    <Card title={t.newest}>
      <Loaded query={query}>
        {({ items }) =>
          items.length > 0 ? (
            <ReleaseList releases={items} />
          ) : (
            <Empty
              icon="releases"
              title={t.noReleases}
              action={
                may('office') && (
                  <ButtonLink to="/o/$oid/releases/new" params={{ oid: account.oid }} variant="default">
                    {t.newRelease}
                  </ButtonLink>
                )
              }
            >
              {t.noReleasesText}
            </Empty>
          )
        }
      </Loaded>
    </Card>
  )
}

function ReleaseList({ releases }: { releases: readonly ReleaseRecord[] }) {
  const t = useTexts()
  const formats = useFormats()
  const { account } = useAccount()
  if (releases.length === 0) return null
  return (
    <ul className={classes.list}>
      {releases.map((release) => {
        const code = codeOf(release, account.id)
        return (
          <li key={release.key}>
            <TextLink to="/o/$oid/releases/$code" params={{ oid: account.oid, code }} fw={500} dir="auto">
              {release.bundleName || code}
            </TextLink>
            <Text size="sm" c="dimmed">
              {code} · {formats.days(...daysOfTrip(release))}
              {release.disabled && ` · ${t.closeLink}`}
            </Text>
          </li>
        )
      })}
    </ul>
  )
}

/** As the filters of the list understand them: the days of the trip or, without them, of the release period. */
const daysOfTrip = ({ arrivaldate, departuredate, startdate, enddate }: ReleaseRecord) =>
  [arrivaldate ?? startdate, departuredate ?? enddate] as const
