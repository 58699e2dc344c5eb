/** The form of a new release: required fields, customization, reseller. Faults of the API are shown at their fields. */
import type { ReleaseRequest } from '@guidebook/client'
import { Button, Group, NumberInput, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useAccount, useSettings } from '../../api/account.tsx'
import { useFaults } from '../../api/use-faults.ts'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { notify } from '../../ui/actions.tsx'
import { Card } from '../../ui/card.tsx'
import { FormFailure } from '../../ui/form-modal.tsx'
import { languageChoices } from '../../ui/languages.ts'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useUnsaved } from '../../ui/use-unsaved.ts'
import { AccommodationFields, accommodationPointers } from '../accommodation-fields.tsx'
import { codeOf } from '../queries.ts'
import { type Draft, emptyDraft, toRequest } from './draft.ts'
import { GuidebookField } from './guidebook-field.tsx'
import { ItemFields, itemPointers } from './item-fields.tsx'

const route = getRouteApi('/o/$oid/releases/new')

const fields = [
  'downloadCode',
  'guidebookExternalId',
  'startdate',
  'enddate',
  'arrivaldate',
  'departuredate',
  'lang',
  'devices',
  'resellerOid',
  'sellerDownloadCode',
]

export function NewReleasePage() {
  const t = useTexts()
  const { account, may } = useAccount()
  const settingsQuery = useSettings()
  const back = (
    <TextLink to="/o/$oid/releases" params={{ oid: account.oid }} size="sm">
      ← {t.releases}
    </TextLink>
  )
  return (
    <Page title={t.newRelease} lead={t.newReleaseLead} back={back}>
      {may('office') ? (
        <Loaded query={settingsQuery}>{({ defaultLang }) => <Form lang={defaultLang} />}</Loaded>
      ) : (
        <Empty icon="lock" title={t.notAllowed} />
      )}
    </Page>
  )
}

function Form({ lang }: { lang: string }) {
  const t = useTexts()
  const formats = useFormats()
  const { guidebook } = route.useSearch()
  const { account, client, settings } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [draft, setDraft] = useState<Draft>(() => ({ ...emptyDraft(lang), guidebookExternalId: guidebook ?? '' }))
  const { isDirty, markSaved } = useUnsaved(draft)
  const pointers = [
    ...fields.map((name) => `/${name}`),
    ...accommodationPointers('/accommodation', draft.accommodation.length),
    ...itemPointers('/text', draft.text.length),
    ...itemPointers('/additionalAssets', draft.additionalAssets.length),
  ]
  const create = useMutation({
    mutationFn: (request: ReleaseRequest) =>
      client.releases.create(request, draft.email === '' ? {} : { email: draft.email }),
    onSuccess: async (record) => {
      markSaved()
      notify(t.releaseCreated)
      void queries.invalidateQueries({ queryKey: [account.id, 'releases'] })
      await navigate({ to: '/o/$oid/releases/$code', params: { oid: account.oid, code: codeOf(record, account.id) } })
    },
  })
  const faults = useFaults(create.error, pointers)
  const set = <Name extends keyof Draft>(name: Name, value: Draft[Name]) =>
    setDraft((current) => ({ ...current, [name]: value }))
  type TextName = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft]
  const text = (name: TextName) => ({
    value: draft[name],
    error: faults.at(`/${name}`),
    onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
  })
  const number = (name: 'downloadCode' | 'devices' | 'sellerDownloadCode') => ({
    value: draft[name],
    error: faults.at(`/${name}`),
    onChange: (value: string | number) => set(name, value),
    allowDecimal: false,
    allowNegative: false,
    hideControls: name !== 'devices',
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(toRequest(account.id, draft))
  }
  const partners = settings?.partners ?? []
  return (
    <form onSubmit={submit}>
      <LeaveGuard isDirty={isDirty} />
      <Stack gap="lg" maw={820}>
        <Card title={t.booking}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <NumberInput label={t.code} description={t.codeHint} required {...number('downloadCode')} />
            <GuidebookField
              value={draft.guidebookExternalId}
              onChange={(value) => set('guidebookExternalId', value)}
              error={faults.at('/guidebookExternalId')}
            />
            <Select
              label={t.language}
              required
              searchable
              allowDeselect={false}
              data={languageChoices(formats, lang)}
              value={draft.lang}
              onChange={(value) => set('lang', value ?? lang)}
              error={faults.at('/lang')}
            />
            <NumberInput
              label={t.devices}
              description={t.devicesHint}
              required
              min={1}
              max={9999}
              {...number('devices')}
            />
          </SimpleGrid>
        </Card>
        <Card title={t.dates} lead={t.datesLead}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput type="date" label={t.firstDay} required {...text('startdate')} />
            <TextInput type="date" label={t.lastDay} required {...text('enddate')} />
            <TextInput type="date" label={t.arrival} {...text('arrivaldate')} />
            <TextInput type="date" label={t.departure} {...text('departuredate')} />
          </SimpleGrid>
        </Card>
        <Card title={t.accommodation} lead={t.accommodationLead}>
          <AccommodationFields
            pointer="/accommodation"
            drafts={draft.accommodation}
            onChange={(accommodation) => set('accommodation', accommodation)}
            faults={faults}
          />
        </Card>
        <Card title={t.extras} lead={t.extrasLead}>
          <Stack>
            <ItemFields
              legend={t.texts}
              addLabel={t.addText}
              pointer="/text"
              drafts={draft.text}
              onChange={(items) => set('text', items)}
              faults={faults}
            />
            <ItemFields
              legend={t.places}
              addLabel={t.addPlace}
              pointer="/additionalAssets"
              drafts={draft.additionalAssets}
              onChange={(items) => set('additionalAssets', items)}
              faults={faults}
            />
            <TextInput type="email" label={t.errorMail} description={t.errorMailHint} {...text('email')} />
            <Switch
              label={t.positioning}
              description={t.positioningHint}
              checked={draft.positioning}
              onChange={(event) => set('positioning', event.currentTarget.checked)}
            />
          </Stack>
        </Card>
        <Card title={t.reseller} lead={t.resellerLead}>
          {partners.length === 0 ? (
            <Empty compact icon="people" title={t.noPartners}>
              {t.noPartnersText}
            </Empty>
          ) : (
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <Select
                label={t.reseller}
                clearable
                clearButtonProps={{ 'aria-label': t.clear }}
                data={partners.map(({ oid, name }) => ({ value: oid, label: name }))}
                value={draft.resellerOid === '' ? null : draft.resellerOid}
                onChange={(value) => set('resellerOid', value ?? '')}
                error={faults.at('/resellerOid')}
              />
              <NumberInput
                label={t.sellerCode}
                description={t.sellerCodeHint}
                disabled={draft.resellerOid === ''}
                {...number('sellerDownloadCode')}
              />
            </SimpleGrid>
          )}
        </Card>
        {create.isError && <FormFailure error={create.error} fields={pointers} />}
        <Group>
          <Button type="submit" loading={create.isPending}>
            {t.createRelease}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
