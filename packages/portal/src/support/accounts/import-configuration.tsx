/** How the CSV import of an account is configured, for people. */
import type { SupportTexts } from '@guidebook/messages/support'
import { Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/texts.tsx'
import { Facts } from '../../ui/facts.tsx'
import type { AnswerOf } from '../api/call.ts'
import { useSupportTexts } from '../i18n.tsx'

export type Configuration = AnswerOf<'readAccountImport'>
type Nights = NonNullable<Configuration['hotelColumns']>[number]['nights']

export function ImportConfiguration({ configuration }: { configuration: Configuration }) {
  const t = useTexts()
  const s = useSupportTexts()
  const { senders, columns, hotelColumns = [], period, format = {}, onExistingCode } = configuration
  const { daysBeforeArrival, daysAfterDeparture } = period
  return (
    <Stack gap="md">
      <Facts
        facts={[
          [s.senders, <Lines key="senders" lines={senders} />],
          [
            s.releasePeriod,
            <Lines
              key="period"
              lines={[s.periodStart({ n: daysBeforeArrival }), s.periodEnd({ n: daysAfterDeparture })]}
            />,
          ],
          [s.existingCode, onExistingCode === 'change' ? s.existingCodeChange : s.existingCodeReport],
        ]}
      />
      <Part title={s.columns}>
        <Facts
          facts={[
            [t.code, columns.downloadCode],
            [t.guidebook, columns.guidebookId],
            [t.language, columns.language],
            [t.arrival, columns.arrivalDate],
            [t.departure, columns.departureDate],
            [t.devices, columns.devices],
          ]}
        />
      </Part>
      {hotelColumns.length > 0 && (
        <Part title={s.hotelColumns}>
          <Facts
            facts={hotelColumns.map(({ header, library, nights }) => [
              header,
              `${s.ofLibrary({ library })}, ${nightsText(nights, s)}`,
            ])}
          />
        </Part>
      )}
      <Part title={t.format}>
        <Facts
          facts={[
            [s.delimiter, format.delimiter === undefined ? s.recognised : delimiterText(format.delimiter, s)],
            [s.encoding, format.encoding ?? s.recognised],
            [s.dateFormat, format.dateFormat ?? s.recognised],
          ]}
        />
      </Part>
    </Stack>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Title order={3} size="sm" mb={6}>
      {title}
    </Title>
    {children}
  </section>
)

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line) => (
    <div key={line} dir="auto">
      {line}
    </div>
  ))

const delimiterText = (delimiter: ',' | ';' | '\t' | '|', s: SupportTexts) =>
  ({ ',': s.comma, ';': s.semicolon, '\t': s.tab, '|': s.bar })[delimiter]

function nightsText(nights: Nights, s: SupportTexts): string {
  if (nights === undefined || nights === 'stay') return s.wholeStay
  const { from, to } = nights
  return from === to ? s.dayOfStay({ n: String(from) }) : s.daysOfStay({ from: String(from), to: String(to) })
}
