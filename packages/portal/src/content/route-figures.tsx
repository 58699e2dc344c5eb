import type { Route } from '@guidebook/client'
import { Stack, Text } from '@mantine/core'
import { useFormats, useTexts } from '../i18n/texts.tsx'
import { Card } from '../ui/card.tsx'
import { Facts } from '../ui/facts.tsx'

/** The figures of a route, and whether they are calculated or the operator's own. */
export function RouteFigures({ route }: { route: Route }) {
  const t = useTexts()
  const formats = useFormats()
  const { attributes, calculated, overridden, warnings, pointCount } = route
  const units = {
    routeDistance: ['kilometer', t.distance],
    altitudeUp: ['meter', t.ascent],
    altitudeDown: ['meter', t.descent],
    time: ['hour', t.duration],
  } as const
  const shown = (name: keyof typeof units, value: string | null) =>
    value === null
      ? '–'
      : formats.number(Number(value), { style: 'unit', unit: units[name][0], maximumFractionDigits: 1 })
  const names = Object.keys(units) as (keyof typeof units)[]
  const warningText = ({ code, pointer, message }: (typeof warnings)[number]) => {
    const name = names.find((one) => pointer === `/attributes/${one}`)
    return code === 'override-far-off' && name !== undefined ? t.figureFarOff({ figure: units[name][1] }) : message
  }
  const facts = names.map((name) => {
    const own = overridden.includes(name)
    const value = shown(name, attributes[name])
    return [units[name][1], own ? t.ownFigure({ value, calculated: shown(name, calculated[name]) }) : value] as const
  })
  const { distance, elevation, time } = calculated.method
  return (
    <Card title={t.figures} lead={t.figuresLead}>
      <Stack gap="sm">
        <Facts
          facts={[
            ...facts,
            [t.points, formats.number(pointCount)],
            [t.withHeight, formats.number(calculated.elevationShare, { style: 'percent' })],
          ]}
        />
        {warnings.map((warning) => (
          <Text key={warning.pointer} size="sm" c="var(--mantine-color-orange-light-color)">
            {t.labelled({ label: t.warningLabel, value: warningText(warning) })}
          </Text>
        ))}
        <details>
          <summary>{t.howCalculated}</summary>
          <ul className="plain-list">
            {[distance, elevation, time].map((method) => (
              <li key={method} lang="en">
                <Text size="sm" component="span">
                  {method}
                </Text>
              </li>
            ))}
          </ul>
        </details>
      </Stack>
    </Card>
  )
}
