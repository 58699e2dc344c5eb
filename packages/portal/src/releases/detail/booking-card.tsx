import { ApiError, type Diagnosis, type ReleaseRecord } from '@guidebook/client'
import { NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../api/account.tsx'
import { atFields } from '../../api/faults.ts'
import { tripDays } from '../../i18n/formats.ts'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { languageChoices } from '../../ui/languages.ts'
import { ExplainedError } from '../../ui/states.tsx'
import { type ChangeRequest, codeOf, useReleaseEdit } from '../queries.ts'
import { kindText } from './audit-fields.ts'
import { type Days, dateChanges, isTripChanged } from './date-changes.ts'

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
          [t.trip, tripDays(arrivaldate, departuredate, t, formats) ?? t.notSet],
          [t.language, formats.language(release.lang)],
          [t.kind, kind === undefined ? '–' : kindText(kind, t)],
          [t.created, formats.instant(release.creation)],
        ]}
      />
    </Card>
  )
}

const daysOf = ({ startdate, enddate, arrivaldate, departuredate }: ReleaseRecord): Days => ({
  start: startdate,
  end: enddate,
  arrival: arrivaldate ?? '',
  departure: departuredate ?? '',
})

const staysOf = ({ accommodation }: ReleaseRecord): string[] =>
  accommodation.flatMap(({ arrivalDate, departureDate }) => [arrivalDate ?? '', departureDate ?? ''])

function DatesForm({ release }: { release: ReleaseRecord }) {
  const t = useTexts()
  const [shown, setShown] = useState(() => daysOf(release))
  const [days, setDays] = useState(shown)
  const edit = useReleaseEdit(release, ['startdate', 'enddate', 'arrivaldate', 'departuredate'], (stored) => {
    setShown(daysOf(stored))
    setDays(daysOf(stored))
  })
  const set = (name: keyof Days) => (event: { currentTarget: { value: string } }) =>
    setDays({ ...days, [name]: event.currentTarget.value })
  const needsTrip = isTripChanged(shown, days)
  const submit = async () => {
    const stored = edit.base.current
    const changes = dateChanges(daysOf(stored), days, staysOf(stored))
    if (changes === null) throw new ExplainedError(t.tripOutsidePeriod)
    if (changes.length === 0) return
    const requests = changes.map(
      ({ of, ...range }): ChangeRequest =>
        (releases, address, options) =>
          releases[of === 'period' ? 'setPeriod' : 'setTripPeriod'](address, range, options),
    )
    await edit.save(...requests).catch(toTripFields)
  }
  return (
    <FormModal
      label={t.changeDates}
      icon="clock"
      title={t.changeDates}
      draft={days}
      fields={['/start', '/end', '/arrival', '/departure']}
      submit={submit}
      onOpen={edit.begin}
      conflict={edit.conflict}
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

/** Both requests name their days alike. */
const toTripFields = (error: unknown): never => {
  if (!(error instanceof ApiError) || error.operation !== 'setTripPeriod') throw error
  throw atFields(error, { '/start': '/arrival', '/end': '/departure' })
}

function LanguageForm({ release }: { release: ReleaseRecord }) {
  const t = useTexts()
  const formats = useFormats()
  const [lang, setLang] = useState(release.lang)
  const edit = useReleaseEdit(release, ['lang'], (stored) => setLang(stored.lang))
  return (
    <FormModal
      label={t.changeLanguage}
      title={t.changeLanguage}
      draft={lang}
      fields={[]}
      submit={() => edit.save((releases, address, options) => releases.setLanguage(address, lang, options))}
      onOpen={edit.begin}
      conflict={edit.conflict}
    >
      {() => (
        <Select
          label={t.language}
          description={t.languageHint}
          searchable
          data={languageChoices(formats, release.lang)}
          value={lang}
          onChange={(value) => value !== null && setLang(value)}
          allowDeselect={false}
        />
      )}
    </FormModal>
  )
}

function SellerCodeForm({ release }: { release: ReleaseRecord }) {
  const t = useTexts()
  const { account } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [code, setCode] = useState<number | string>(release.sellerDownloadCode ?? '')
  const edit = useReleaseEdit(release, ['sellerDownloadCode'], (stored) => setCode(stored.sellerDownloadCode ?? ''))
  const submit = async () => {
    const changed = await edit.save((releases, address, options) =>
      releases.setSellerCode(address, Number(code), options),
    )
    // What the old and the new code led to has changed.
    queries.removeQueries({ queryKey: [account.id, 'release-link'] })
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
      onOpen={edit.begin}
      conflict={edit.conflict}
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
