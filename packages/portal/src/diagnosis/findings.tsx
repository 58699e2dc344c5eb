/** What a diagnosis concludes: the first finding in large, the others as a list, each with its advice. */
import type { Finding } from '@guidebook/client'
import type { PortalTexts } from '@guidebook/messages/portal'
import { Alert, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useTexts } from '../i18n/texts.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import classes from './findings.module.css'

type Severity = Finding['severity']

const looks: Record<Severity, { color: string; icon: IconName }> = {
  ok: { color: 'green', icon: 'check' },
  info: { color: 'blue', icon: 'info' },
  warning: { color: 'orange', icon: 'warning' },
  error: { color: 'red', icon: 'error' },
}

const severityText = (severity: Severity, t: PortalTexts): string =>
  ({ ok: t.findingOk, info: t.findingInfo, warning: t.warningLabel, error: t.errorLabel })[severity]

export function Findings({ findings: [first, ...others] }: { findings: readonly Finding[] }) {
  if (first === undefined) return null
  const { color, icon } = looks[first.severity]
  return (
    <Stack gap="sm">
      <Alert color={color} icon={<Icon name={icon} />} title={first.message} classNames={{ label: classes.text ?? '' }}>
        {first.advice !== null && <WithLinks text={first.advice} />}
      </Alert>
      {others.length > 0 && (
        <ul className={classes.list}>
          {others.map((one) => (
            <Other key={`${one.code} ${one.message}`} finding={one} />
          ))}
        </ul>
      )}
    </Stack>
  )
}

function Other({ finding: { severity, message, advice } }: { finding: Finding }) {
  const t = useTexts()
  return (
    <li className={classes.finding} data-severity={severity}>
      <span className={classes.icon}>
        <Icon name={looks[severity].icon} />
        <VisuallyHidden>{t.labelled({ label: severityText(severity, t), value: '' })}</VisuallyHidden>
      </span>
      <div>
        <Text size="sm" dir="auto">
          {message}
        </Text>
        {advice !== null && (
          <Text size="sm" c="dimmed" dir="auto">
            <WithLinks text={advice} />
          </Text>
        )}
      </div>
    </li>
  )
}

/** Addresses in a text become links. */
function WithLinks({ text }: { text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={part} href={part} target="_blank" rel="noreferrer noopener" className={classes.text}>
        {part}
      </a>
    ),
  )
}
