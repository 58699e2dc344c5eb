import { Group, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { StateBadge, type Tone } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { LoadedPage, Page } from '../../ui/page.tsx'
import { type AnswerOf, call } from '../api/call.ts'
import { useSupportTexts } from '../i18n.tsx'
import { factLabel, partLabel } from './health-labels.ts'

type Part = AnswerOf<'readStatus'>['parts'][number]

const tones: Record<Part['status'], Tone> = { up: 'good', draining: 'busy', down: 'bad', unreachable: 'bad' }

/** The state of every replica that was found, renewed while the page is open. */
export function HealthPage() {
  const s = useSupportTexts()
  const query = useQuery({ queryKey: ['health'], queryFn: () => call('readStatus'), refetchInterval: 10_000 })
  return (
    <LoadedPage query={query}>
      {({ version, parts }) => (
        <Page title={s.health} lead={s.healthLead({ version })}>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            {parts.map((part, index) => (
              <PartCard key={`${part.name} ${index}`} part={part} />
            ))}
          </SimpleGrid>
        </Page>
      )}
    </LoadedPage>
  )
}

function PartCard({ part: { name, status, checks, facts = {} } }: { part: Part }) {
  const t = useTexts()
  const s = useSupportTexts()
  const stateText = { up: s.stateUp, draining: s.stateDraining, down: s.stateDown, unreachable: s.stateUnreachable }
  return (
    <Card title={name} actions={<StateBadge tone={tones[status]}>{stateText[status]}</StateBadge>}>
      <Stack gap="sm">
        <Group gap="xs">
          {Object.entries(checks).map(([check, state]) => (
            <StateBadge key={check} tone={tones[state]}>
              {t.labelled({ label: partLabel(check, s), value: stateText[state] })}
            </StateBadge>
          ))}
        </Group>
        {Object.entries(facts).map(([check, values]) => (
          <FactsOf key={check} check={check} values={values} />
        ))}
      </Stack>
    </Card>
  )
}

type Values = NonNullable<Part['facts']>[string]

function FactsOf({ check, values }: { check: string; values: Values }) {
  const t = useTexts()
  const s = useSupportTexts()
  const formats = useFormats()
  const shown = (name: string, value: Values[string]): string => {
    if (typeof value === 'boolean') return value ? t.yes : t.no
    if (typeof value === 'number')
      return formats.number(value, name.endsWith('Seconds') ? { style: 'unit', unit: 'second' } : {})
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return formats.instant(value)
    return value === null ? '–' : String(value)
  }
  const part = partLabel(check, s)
  return (
    <Facts
      facts={Object.entries(values).map(
        ([name, value]) => [t.labelled({ label: part, value: factLabel(name, s) }), shown(name, value)] as const,
      )}
    />
  )
}
