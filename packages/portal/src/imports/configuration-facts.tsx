/** How the CSV import of an account is configured, for people. */
import type { ImportConfiguration } from '@guidebook/client'
import type { PortalTexts } from '@guidebook/messages/portal'
import { Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/texts.tsx'
import { Facts } from '../ui/facts.tsx'

type Nights = NonNullable<ImportConfiguration['hotelColumns']>[number]['nights']

export function ConfigurationFacts({ configuration }: { configuration: ImportConfiguration }) {
  const t = useTexts()
  const { senders, columns, hotelColumns = [], period, format = {}, onExistingCode } = configuration
  const { daysBeforeArrival, daysAfterDeparture } = period
  return (
    <Stack gap="md">
      <Facts
        facts={[
          [t.senders, <Lines key="senders" lines={senders} />],
          [
            t.releasePeriod,
            <Lines
              key="period"
              lines={[t.periodStart({ n: daysBeforeArrival }), t.periodEnd({ n: daysAfterDeparture })]}
            />,
          ],
          [t.existingCode, onExistingCode === 'change' ? t.existingCodeChange : t.existingCodeReport],
        ]}
      />
      <Part title={t.columns}>
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
        <Part title={t.hotelColumns}>
          <Facts
            facts={hotelColumns.map(({ header, library, nights }) => [
              header,
              `${t.ofLibrary({ library })}, ${nightsText(nights, t)}`,
            ])}
          />
        </Part>
      )}
      <Part title={t.format}>
        <Facts
          facts={[
            [t.delimiter, format.delimiter === undefined ? t.recognised : delimiterText(format.delimiter, t)],
            [t.encoding, format.encoding ?? t.recognised],
            [t.dateFormat, format.dateFormat ?? t.recognised],
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

/** A tab would be invisible. */
function delimiterText(delimiter: string, t: PortalTexts): string {
  const names: Record<string, string> = { ',': t.comma, ';': t.semicolon, '\t': t.tab, '|': t.bar }
  return names[delimiter] ?? delimiter
}

export const dialectText = ({ encoding, delimiter }: { encoding: string; delimiter: string }, t: PortalTexts): string =>
  t.dialect({ encoding, delimiter: delimiterText(delimiter, t) })

function nightsText(nights: Nights, t: PortalTexts): string {
  if (nights === undefined || nights === 'stay') return t.wholeStay
  const { from, to } = nights
  return from === to ? t.dayOfStay({ n: String(from) }) : t.daysOfStay({ from: String(from), to: String(to) })
}
