import { NumberInput, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { Card } from '../../ui/card.tsx'
import { languageChoices } from '../../ui/languages.ts'
import type { Fields } from './fields.ts'

interface Props {
  fields: Fields
  /** The language of the account. */
  lang: string
}

/** The booking, its traveller and its days. */
export function BookingStep({ fields: { draft, set, faults, text, number }, lang }: Props) {
  const t = useTexts()
  const formats = useFormats()
  return (
    <>
      <Card order={3} title={t.booking}>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <NumberInput label={t.code} description={t.codeHint} required {...number('downloadCode')} />
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
          <Switch
            label={t.positioning}
            description={t.positioningHint}
            checked={draft.positioning}
            onChange={(event) => set('positioning', event.currentTarget.checked)}
          />
        </Stack>
      </Card>
      <Card order={3} title={t.dates} lead={t.datesLead}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput type="date" label={t.firstDay} required {...text('startdate')} />
          <TextInput type="date" label={t.lastDay} required {...text('enddate')} />
          <TextInput type="date" label={t.arrival} {...text('arrivaldate')} />
          <TextInput type="date" label={t.departure} {...text('departuredate')} />
        </SimpleGrid>
      </Card>
    </>
  )
}
