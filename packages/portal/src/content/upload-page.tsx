/** GPX files become routes of a library. Each track is shown before it is stored. */
import { Alert, Button, Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useAccount, useSettings } from '../api/account.tsx'
import { useFaults } from '../api/use-faults.ts'
import { useFormats, useLanguage, useTexts } from '../i18n/texts.tsx'
import { MapView } from '../map/map-view.tsx'
import { ProfileView } from '../map/profile-view.tsx'
import { lengthOf, type Position } from '../map/way.ts'
import { timeoutsFor } from '../session/timeouts.ts'
import { notify } from '../ui/actions.tsx'
import { Card } from '../ui/card.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { FormFailure } from '../ui/form-modal.tsx'
import { headingOf } from '../ui/heading-of.ts'
import { Icon } from '../ui/icon.tsx'
import { LeaveGuard } from '../ui/leave-guard.tsx'
import { TextLink } from '../ui/links.tsx'
import { LoadingButton } from '../ui/loading-button.tsx'
import { Page } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { decodeXml } from './decode-xml.ts'
import { IconField } from './icon-field.tsx'
import { type Draft, draftsOfFile, pointsOf, toRoute } from './route-drafts.ts'
import { routeIconChoices } from './route-icons.ts'

const route = getRouteApi('/o/$oid/content/libraries/$library/gpx')

export function UploadPage() {
  const t = useTexts()
  const { library } = route.useParams()
  const { account, may } = useAccount()
  const settings = useSettings()
  return (
    <Page
      title={t.uploadGpx}
      lead={t.uploadLead}
      back={
        <TextLink to="/o/$oid/content/libraries/$library" params={{ oid: account.oid, library }} size="sm">
          ← {library}
        </TextLink>
      }
    >
      {may('editor') ? (
        <Loaded query={settings}>{({ defaultLang }) => <Upload library={library} lang={defaultLang} />}</Loaded>
      ) : (
        <Empty icon="lock" title={t.notAllowed} />
      )}
    </Page>
  )
}

function Upload({ library, lang }: { library: string; lang: string }) {
  const t = useTexts()
  const [drafts, setDrafts] = useState<Draft[]>([])
  const [unread, setUnread] = useState<string[]>([])
  const add = async (files: File[]) => {
    for (const file of files) {
      try {
        const read = draftsOfFile(file.name, decodeXml(new Uint8Array(await file.arrayBuffer())))
        if (read.length === 0) throw new TypeError('no way in it')
        setDrafts((current) => [...current, ...read])
      } catch (error) {
        console.warn(file.name, error)
        setUnread((current) => [...current, file.name])
      }
    }
  }
  return (
    <Stack gap="lg">
      <LeaveGuard isDirty={() => drafts.length > 0} />
      <FileDrop
        label={t.chooseGpx}
        hint={t.chooseGpxHint}
        accept=".gpx,application/gpx+xml"
        multiple
        onFiles={(files) => {
          setUnread([])
          void add(files)
        }}
      />
      {unread.length > 0 && (
        <Alert color="orange" icon={<Icon name="warning" />} title={t.noGpx}>
          {unread.join(', ')}
        </Alert>
      )}
      {drafts.map((draft) => (
        <DraftCard
          key={draft.id}
          draft={draft}
          library={library}
          lang={lang}
          onChange={(changed) => setDrafts((current) => current.map((one) => (one.id === draft.id ? changed : one)))}
          onDone={() => setDrafts((current) => current.filter(({ id }) => id !== draft.id))}
        />
      ))}
    </Stack>
  )
}

interface DraftCardProps {
  draft: Draft
  library: string
  /** Of the names: the default language of the account. */
  lang: string
  onChange: (draft: Draft) => void
  onDone: () => void
}

function DraftCard({ draft, library, lang, onChange, onDone }: DraftCardProps) {
  const t = useTexts()
  const { language } = useLanguage()
  const formats = useFormats()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const iconChoices = useMemo(() => routeIconChoices(t, language), [t, language])
  const { way, reversed } = draft
  const lines = useMemo((): Position[][] => [way.points.map(({ lon, lat }) => [lon, lat] as const)], [way])
  const stored = useMemo(() => pointsOf({ way, reversed }), [way, reversed])
  const store = useMutation({
    mutationFn: () => {
      const route = toRoute(draft, { account: account.id, library, lang })
      return client.content.routes.create(route, timeoutsFor(route))
    },
    onSuccess: () => {
      notify(t.routeStored({ name: draft.name }))
      void queries.invalidateQueries({ queryKey: [account.id, 'items'] })
      onDone()
    },
  })
  // The card is removed with the button that had the focus.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) headingOf(null)?.focus({ preventScroll: true })
    },
    [],
  )
  const faults = useFaults(store.error, fields)
  const withHeight = way.points.filter(({ ele }) => ele !== undefined).length
  return (
    <Card
      title={draft.name}
      lead={t.wayLead({
        length: formats.number(lengthOf(way.points) / 1000, {
          style: 'unit',
          unit: 'kilometer',
          maximumFractionDigits: 1,
        }),
        points: way.points.length,
      })}
    >
      <Stack>
        <MapView label={t.mapOf({ name: draft.name })} lines={lines} />
        <ProfileView points={stored} />
        {withHeight === 0 && <Text size="sm">{t.noHeights}</Text>}
        {/* What was typed while the route is sent would be lost. */}
        <Stack inert={store.isPending}>
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <TextInput
              label={t.name}
              required
              value={draft.name}
              onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
              error={faults.at('/names')}
            />
            <TextInput
              label={t.customId}
              required
              value={draft.customId}
              onChange={(event) => onChange({ ...draft, customId: event.currentTarget.value })}
              error={faults.at('/customId')}
            />
            <IconField choices={iconChoices} value={draft.icon} onChange={(icon) => onChange({ ...draft, icon })} />
          </SimpleGrid>
          <Checkbox
            label={t.reverseWay}
            checked={reversed}
            onChange={(event) => onChange({ ...draft, reversed: event.currentTarget.checked })}
          />
        </Stack>
        {store.isError && <FormFailure error={store.error} fields={fields} />}
        <Group>
          <LoadingButton
            loading={store.isPending}
            disabled={draft.name.trim() === '' || draft.customId.trim() === ''}
            onClick={() => store.mutate()}
          >
            {t.storeRoute}
          </LoadingButton>
          <Button variant="default" disabled={store.isPending} onClick={onDone}>
            {t.discard}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}

const fields = ['/customId', '/names']
