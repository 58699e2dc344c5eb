import { useFormats, useTexts } from '../../i18n/texts.tsx'
import classes from './audit-change.module.css'
import { labelOf, shownValue } from './audit-fields.ts'

type Values = Readonly<Record<string, unknown>>

interface Props {
  before: unknown
  after: unknown
}

/** What an entry of the log changed: each field before and after. Nothing for an entry without fields. */
export function AuditChange(entry: Props) {
  const t = useTexts()
  const formats = useFormats()
  const [before, after] = [valuesOf(entry.before), valuesOf(entry.after)]
  const names = [...new Set([before, after].flatMap((values) => Object.keys(values ?? {})))]
  if (names.length === 0) return null
  const sides = [
    { values: before, header: t.before },
    { values: after, header: t.after },
  ].flatMap(({ values, header }) => (values === null ? [] : [{ values, header }]))
  return (
    <details className={classes.change}>
      <summary>{t.whatChanged}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.fields}</th>
            {sides.map(({ header }) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{labelOf(name, t)}</th>
              {sides.map(({ values, header }) => (
                <td key={header} dir="auto">
                  {shownValue(name, values[name], t, formats)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const valuesOf = (value: unknown): Values | null =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? (value as Values) : null
