import type { Diagnosis, ReleaseRecord } from '@guidebook/client'
import { NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../api/account.tsx'
import { atFields } from '../../api/faults.ts'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { languageChoices } from '../../ui/languages.ts'
import { ExplainedError } from '../../ui/states.tsx'
import { codeOf, useReleaseChange } from '../queries.ts'
import { kindText } from './audit-fields.ts'
import { dateChanges, isTripChanged } from './date-changes.ts'

interface Props {
  release: ReleaseRecord
  /** Undefined until it is loaded. */
  kind: NonNullable<Diagnosis['release']>['kind'] | undefined
  canChange: boolean
  /** The seller's own code. */
  canChangeCode: boolean
}

export function BookingCard({ release, kind, canChange, canChangeCode }: Props) {
  const t = useTexts()
  const formats = useFormats()
  const { startdate, enddate, arrivaldate, departuredate, seller } = release
  const trip = arrivaldate === null || departuredate === null ? t.notSet : formats.days(arrivaldate, departuredate)
  return (
    <Card
      title={t.booking}
      actions={
        <>
          {canChange && <DatesForm release={release} />}
          {canChange && <LanguageForm release={release} />}
          {canChangeCode && <SellerCodeForm release={release} />}
        </>
      }
    >
      <Facts
        facts={[
          [t.code, String(release.operatorDownloadCode)],
          ...(seller === null
            ? []
            : ([
                [t.reseller, seller.name],
                [t.sellerCode, String(release.sellerDownloadCode ?? t.notSet)],
              ] as const)),
          [t.operator, release.provider.name],
          [t.period, formats.days(startdate, enddate)],
          [t.trip, trip],
          [t.language, formats.language(release.lang)],
          [t.kind, kind === undefined ? '–' : kindText(kind, t)],
          [t.created, formats.instant(release.creation)],
        ]}
      />
    </Card>
  )
}

function DatesForm({ release }: { release: ReleaseRecord }) {
  const t = useTexts()
  const change = useReleaseChange(release.link)
  const stored = {
    start: release.startdate,
    end: release.enddate,
    arrival: release.arrivaldate ?? '',
    departure: release.departuredate ?? '',
  }
  const [days, setDays] = useState(stored)
  const set = (name: keyof typeof stored) => (event: { currentTarget: { value: string } }) =>
    setDays({ ...days, [name]: event.currentTarget.value })
  const stays = release.accommodation.flatMap(({ arrivalDate, departureDate }) => [
    arrivalDate ?? '',
    departureDate ?? '',
  ])
  const needsTrip = isTripChanged(stored, days)
  const submit = async () => {
    const changes = dateChanges(stored, days, stays)
    if (changes === null) throw new ExplainedError(t.tripOutsidePeriod)
    if (changes.length === 0) return
    await change(async (releases, address) => {
      let record = release
      for (const { of, ...range } of changes) {
        if (of === 'period') record = await releases.setPeriod(address, range)
        else record = await releases.setTripPeriod(address, range).catch(toTripFields)
      }
      return record
    })
  }
  return (
    <FormModal
      label={t.changeDates}
      icon="clock"
      title={t.changeDates}
      draft={days}
      fields={['/start', '/end', '/arrival', '/departure']}
      submit={submit}
      onOpen={() => setDays(stored)}
    >
      {(faults) => (
        <Stack>
          <TextInput
            type="date"
            required
            label={t.firstDay}
            description={t.firstDayHint}
            value={days.start}
            onChange={set('start')}
            error={faults.at('/start')}
          />
          <TextInput
            type="date"
            required
            label={t.lastDay}
            value={days.end}
            onChange={set('end')}
            error={faults.at('/end')}
          />
          <TextInput
            type="date"
            required={needsTrip}
            label={t.arrival}
            description={t.tripDaysHint}
            value={days.arrival}
            onChange={set('arrival')}
            error={faults.at('/arrival')}
          />
          <TextInput
            type="date"
            required={needsTrip}
            label={t.departure}
            value={days.departure}
            onChange={set('departure')}
            error={faults.at('/departure')}
          />
        </Stack>
      )}
    </FormModal>
  )
}

const toTripFields = (error: unknown): never => {
  throw atFields(error, { '/start': '/arrival', '/end': '/departure' })
}

function LanguageForm({ release }: { release: ReleaseRecord }) {
  const t = useTexts()
  const formats = useFormats()
  const change = useReleaseChange(release.link)
  const [lang, setLang] = useState<string | null>(release.lang)
  return (
    <FormModal
      label={t.changeLanguage}
      title={t.changeLanguage}
      draft={lang}
      fields={[]}
      submit={() => change((releases, address) => releases.setLanguage(address, lang ?? release.lang))}
      onOpen={() => setLang(release.lang)}
    >
      {() => (
        <Select
          label={t.language}
          description={t.languageHint}
          searchable
          data={languageChoices(formats, release.lang)}
          value={lang}
          onChange={setLang}
          allowDeselect={false}
        />
      )}
    </FormModal>
  )
}

function SellerCodeForm({ release }: { release: ReleaseRecord }) {
  const t = useTexts()
  const change = useReleaseChange(release.link)
  const { account } = useAccount()
  const navigate = useNavigate()
  const [code, setCode] = useState<number | string>(release.sellerDownloadCode ?? '')
  const submit = async () => {
    const changed = await change((releases, address) => releases.setSellerCode(address, Number(code)))
    // The address of the page has the code.
    await navigate({
      to: '/o/$oid/releases/$code',
      params: { oid: account.oid, code: codeOf(changed, account.id) },
      replace: true,
    })
  }
  return (
    <FormModal
      label={t.changeCode}
      title={t.changeCode}
      draft={code}
      fields={['/code']}
      submit={submit}
      onOpen={() => setCode(release.sellerDownloadCode ?? '')}
    >
      {(faults) => (
        <NumberInput
          label={t.sellerCode}
          required
          hideControls
          min={1}
          allowDecimal={false}
          value={code}
          onChange={setCode}
          error={faults.at('/code')}
        />
      )}
    </FormModal>
  )
}
