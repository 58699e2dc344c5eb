import type { AuditEntry, ReleaseRecord } from '@guidebook/client'
import { Center, Text } from '@mantine/core'
import { useAccount } from '../../api/account.tsx'
import { useFormats, useLanguage, useTexts } from '../../i18n/texts.tsx'
import { actorText } from '../../ui/actor.ts'
import { Card } from '../../ui/card.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { LoadingButton } from '../../ui/loading-button.tsx'
import { LoadedRows } from '../../ui/paged-table.tsx'
import { usePages } from '../../ui/query.ts'
import { AuditChange } from './audit-change.tsx'
import classes from './timeline-card.module.css'

export function TimelineCard({ release }: { release: ReleaseRecord }) {
  const { t, language } = useLanguage()
  const { account, client } = useAccount()
  const pages = usePages<AuditEntry>([account.id, 'release', release.link, 'audit', language], (cursor, { signal }) =>
    client.releases.audit({ account: account.id, release: release.link }, cursor === undefined ? {} : { cursor }, {
      signal,
    }),
  )
  return (
    <Card title={t.timeline} lead={t.timelineLead}>
      <LoadedRows pages={pages} empty={null}>
        {(rows) => (
          <ol className={classes.list}>
            {rows.map((entry, index) => (
              <Entry key={`${entry.at} ${entry.action} ${index}`} entry={entry} />
            ))}
          </ol>
        )}
      </LoadedRows>
      {pages.more !== undefined && (
        <Center mt="sm">
          <LoadingButton variant="default" size="xs" onClick={pages.more} loading={pages.loadingMore}>
            {t.showMore}
          </LoadingButton>
        </Center>
      )}
    </Card>
  )
}

const icons: Record<AuditEntry['severity'], IconName> = { info: 'info', warning: 'warning', error: 'error' }

function Entry({ entry }: { entry: AuditEntry }) {
  const t = useTexts()
  const formats = useFormats()
  const { at, actor, severity, message, before, after } = entry
  return (
    <li className={classes.entry} data-severity={severity}>
      <span className={classes.icon}>
        <Icon name={icons[severity]} size={16} />
      </span>
      <div>
        <Text size="sm" dir="auto">
          {severity !== 'info' && (
            <strong>{t.labelled({ label: severity === 'error' ? t.errorLabel : t.warningLabel, value: '' })}</strong>
          )}
          {message}
        </Text>
        <Text size="xs" c="dimmed">
          <time dateTime={at}>{formats.instant(at)}</time> · {actorText(actor, t)}
          {entry.requestId !== null && ` · ${entry.requestId}`}
        </Text>
        <AuditChange before={before} after={after} />
      </div>
    </li>
  )
}
