/** A place or a text page of a library. */
import type { PoiIcon } from '@guidebook/client'
import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useMemo, useState } from 'react'
import { useAccount, useSettings } from '../api/account.tsx'
import { useFaults } from '../api/use-faults.ts'
import { nameOf } from '../i18n/names.ts'
import { useLanguage, useTexts } from '../i18n/texts.tsx'
import { timeoutsFor } from '../session/timeouts.ts'
import { notify, useNotifyFailure } from '../ui/actions.tsx'
import { Card } from '../ui/card.tsx'
import { FormFailure } from '../ui/form-modal.tsx'
import { LeaveGuard } from '../ui/leave-guard.tsx'
import { TextLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import type { PictureDraft } from '../ui/picture-draft.ts'
import { PictureField } from '../ui/picture-field.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { useIsHere } from '../ui/use-is-here.ts'
import { useUnsaved } from '../ui/use-unsaved.ts'
import { IconField } from './icon-field.tsx'
import { placeIconChoices } from './place-icons.ts'
import { type PositionDraft, PositionFields } from './position-fields.tsx'
import { textPointers, textsOf } from './text-drafts.ts'
import { TextFields } from './text-fields.tsx'

const placeRoute = getRouteApi('/o/$oid/content/libraries/$library/new-place')
const textRoute = getRouteApi('/o/$oid/content/libraries/$library/new-text')

export function NewPlacePage() {
  const { library } = placeRoute.useParams()
  return <NewItemPage kind="poi" library={library} />
}

export function NewTextPage() {
  const { library } = textRoute.useParams()
  return <NewItemPage kind="text" library={library} />
}

function NewItemPage({ kind, library }: { kind: 'poi' | 'text'; library: string }) {
  const t = useTexts()
  const { account, may } = useAccount()
  const settings = useSettings()
  return (
    <Page
      title={kind === 'poi' ? t.newPlace : t.newText}
      back={
        <TextLink to="/o/$oid/content/libraries/$library" params={{ oid: account.oid, library }} size="sm">
          ← {library}
        </TextLink>
      }
    >
      {may('editor') ? (
        <Loaded query={settings}>
          {({ defaultLang }) => <Form kind={kind} library={library} lang={defaultLang} />}
        </Loaded>
      ) : (
        <Empty icon="lock" title={t.notAllowed} />
      )}
    </Page>
  )
}

function Form({ kind, library, lang }: { kind: 'poi' | 'text'; library: string; lang: string }) {
  const { t, language } = useLanguage()
  const iconChoices = useMemo(() => placeIconChoices(t, language), [t, language])
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [customId, setCustomId] = useState('')
  const [icon, setIcon] = useState<PoiIcon>('generic')
  const [place, setPlace] = useState<PositionDraft>({ lat: '', lng: '' })
  const [drafts, setDrafts] = useState([{ language: lang, name: '', description: '' }])
  const [picture, setPicture] = useState<PictureDraft>('stored')
  const draft = { customId, icon, place, drafts, picture }
  const { isDirty, markSaved } = useUnsaved(draft)
  const fields = ['/customId', '/icon', '/lat', '/lng', '/imageBase64', ...textPointers(drafts)]
  const isHere = useIsHere()
  const notifyFailure = useNotifyFailure()
  const create = useMutation({
    mutationFn: async ({ customId, icon, place, drafts, picture }: typeof draft) => {
      const image = typeof picture === 'object' && { imageBase64: picture.base64 }
      const body = { account: account.id, library: { customId: library }, customId, ...textsOf(drafts), ...image }
      const options = timeoutsFor(body)
      if (kind === 'text') return await client.content.texts.create(body, options)
      const position = { lat: Number(place.lat), lng: Number(place.lng) }
      return await client.content.pois.create({ ...body, icon, ...position }, options)
    },
    onSuccess: async ({ id }, sent) => {
      markSaved(sent)
      notify(t.saved)
      void queries.invalidateQueries({ queryKey: [account.id, 'items'] })
      if (!isHere()) return
      const leaving = navigate({ to: '/o/$oid/content/items/$item', params: { oid: account.oid, item: id } })
      // The question about what was typed meanwhile may keep the person here.
      if (!isDirty()) await leaving
    },
    onError: (error) => {
      if (!isHere()) notifyFailure(error)
    },
  })
  const faults = useFaults(create.error, fields)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(draft)
  }
  return (
    <form onSubmit={submit}>
      <LeaveGuard isDirty={isDirty} />
      <Stack gap="lg" maw={820}>
        <Card title={t.about}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t.customId}
              description={t.customIdHint}
              required
              value={customId}
              onChange={(event) => setCustomId(event.currentTarget.value)}
              error={faults.at('/customId')}
            />
            {kind === 'poi' && (
              <IconField choices={iconChoices} value={icon} onChange={setIcon} error={faults.at('/icon')} />
            )}
          </SimpleGrid>
        </Card>
        {kind === 'poi' && (
          <Card title={t.position} lead={t.positionLead}>
            <PositionFields place={place} onChange={setPlace} faults={faults} />
          </Card>
        )}
        <Card title={t.texts}>
          <TextFields drafts={drafts} onChange={setDrafts} faults={faults} />
        </Card>
        <Card title={t.picture}>
          <PictureField
            stored={null}
            alt={t.pictureOf({ name: nameOf(textsOf(drafts).names, language, customId) })}
            texts={{ remove: t.removePicture, removed: t.removePictureText }}
            draft={picture}
            onChange={setPicture}
            fault={faults.at('/imageBase64')}
          />
        </Card>
        {create.isError && <FormFailure error={create.error} fields={fields} />}
        <Group>
          <Button type="submit" loading={create.isPending}>
            {t.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
