import type { Guidebook } from '@guidebook/client'
import { Grid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useAccount } from '../api/account.tsx'
import { Translations } from '../content/translations.tsx'
import { nameOf } from '../i18n/names.ts'
import { useFormats, useLanguage, useTexts } from '../i18n/texts.tsx'
import { Card } from '../ui/card.tsx'
import { Facts } from '../ui/facts.tsx'
import { Icon } from '../ui/icon.tsx'
import { ButtonLink, TextLink } from '../ui/links.tsx'
import { LoadedPage, Page } from '../ui/page.tsx'
import { StoredPicture } from '../ui/picture.tsx'
import { Empty } from '../ui/states.tsx'
import { LanguagesCard } from './languages-card.tsx'
import { Members } from './members.tsx'
import { PreviewCard } from './preview-card.tsx'
import { coverQuery, guidebookKey, readGuidebook } from './queries.ts'
import { StageMap } from './stage-map.tsx'

const route = getRouteApi('/o/$oid/guidebooks/$guidebook')

export function GuidebookPage() {
  const { guidebook } = route.useParams()
  const { account, client } = useAccount()
  const query = useQuery({
    queryKey: guidebookKey(account.id, guidebook),
    queryFn: () => readGuidebook(client, account.id, guidebook),
  })
  return (
    <LoadedPage query={query}>{(data) => <Detail key={data.guidebook.id} guidebook={data.guidebook} />}</LoadedPage>
  )
}

function Detail({ guidebook }: { guidebook: Guidebook }) {
  const { t, language } = useLanguage()
  const formats = useFormats()
  const { account, client, may } = useAccount()
  const customId = guidebook.customId ?? ''
  const params = { oid: account.oid, guidebook: customId }
  const name = nameOf(guidebook.titles, language, customId)
  return (
    <Page
      title={name}
      lead={<code>{customId}</code>}
      back={
        <TextLink to="/o/$oid/guidebooks" params={{ oid: account.oid }} size="sm">
          ← {t.guidebooks}
        </TextLink>
      }
      actions={
        <>
          {may('office') && (
            <ButtonLink
              to="/o/$oid/releases/new"
              params={params}
              search={{ guidebook: customId }}
              variant="default"
              leftSection={<Icon name="releases" />}
            >
              {t.newRelease}
            </ButtonLink>
          )}
          {may('editor') && (
            <ButtonLink to="/o/$oid/guidebooks/$guidebook/edit" params={params} leftSection={<Icon name="edit" />}>
              {t.edit}
            </ButtonLink>
          )}
        </>
      }
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            <Stages guidebook={guidebook} />
            {guidebook.generalInfo.length > 0 && (
              <Card title={t.generalPart} lead={t.generalPartLead}>
                <Members label={t.generalPart} members={guidebook.generalInfo} />
              </Card>
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="lg">
            <PreviewCard guidebook={guidebook} />
            <Card title={t.cover}>
              {guidebook.cover === null ? (
                <Empty compact icon="content" title={t.noCover} />
              ) : (
                <StoredPicture
                  query={coverQuery(client, account.id, customId, guidebook.version)}
                  alt={t.coverOf({ name })}
                />
              )}
            </Card>
            <LanguagesCard guidebook={guidebook} />
            <Translations names={guidebook.titles} descriptions={guidebook.descriptions} />
            <Card title={t.releases}>
              <TextLink to="/o/$oid/releases" params={params} search={{ guidebook: customId }} size="sm">
                {t.showReleases}
              </TextLink>
            </Card>
            <Card title={t.about}>
              <Facts
                facts={[
                  [t.customId, customId],
                  [t.internalId, <code key="id">{guidebook.id}</code>],
                  [t.created, formats.instant(guidebook.createdAt)],
                  [t.changed, formats.instant(guidebook.updatedAt)],
                ]}
              />
            </Card>
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  )
}

function Stages({ guidebook: { stages } }: { guidebook: Guidebook }) {
  const t = useTexts()
  if (stages.length === 0)
    return (
      <Card title={t.stages}>
        <Empty compact icon="route" title={t.noStages} />
      </Card>
    )
  return stages.map((stage) => <Stage key={stage.number} stage={stage} />)
}

function Stage({ stage }: { stage: Guidebook['stages'][number] }) {
  const { t, language } = useLanguage()
  const number = t.stageNumber({ n: String(stage.number) })
  const title = nameOf(stage.titles, language)
  const sections = [
    [t.routes, stage.routes],
    [t.placesAlone, stage.pois],
    [t.texts, stage.texts],
  ] as const
  const filled = sections.filter(([, members]) => members.length > 0)
  return (
    <Card title={title === '' ? number : title} {...(title !== '' && { lead: number })}>
      <Stack gap="sm">
        {filled.length === 0 && <Empty compact icon="route" title={t.noEntries} />}
        {filled.map(([label, members]) => (
          <div key={label}>
            <Text size="xs" c="dimmed" fw={600} component="h3" m={0}>
              {label}
            </Text>
            <Members label={label} members={members} />
          </div>
        ))}
        <StageMap stage={stage} name={title === '' ? number : title} />
      </Stack>
    </Card>
  )
}
