/** The newest changes of all releases, with links to the releases. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../api/account.tsx'
import { useFormats, useLanguage } from '../i18n/texts.tsx'
import { actorText } from '../ui/actor.ts'
import { Card } from '../ui/card.tsx'
import { TextLink } from '../ui/links.tsx'
import { Loaded } from '../ui/states.tsx'
import classes from './home-page.module.css'

const most = 5

export function RecentChanges() {
  const { t, language } = useLanguage()
  const formats = useFormats()
  const { account, client } = useAccount()
  const query = useQuery({
    // A changed release renews this, like the lists of releases.
    queryKey: [account.id, 'releases', 'changes', language],
    queryFn: () => client.releases.changes({ limit: most }).page(),
  })
  return (
    <Card title={t.recentChanges}>
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t.noRecentChanges}
            </Text>
          ) : (
            <ul className={classes.list}>
              {items.map(({ downloadCode, bundleName, revoked, entry: { at, actor, message } }, index) => (
                <li key={`${at} ${downloadCode} ${index}`}>
                  {/* Another release may have the code of a revoked one. */}
                  {revoked ? (
                    <Text fw={500} dir="auto">
                      {bundleName || String(downloadCode)}
                    </Text>
                  ) : (
                    <TextLink
                      to="/o/$oid/releases/$code"
                      params={{ oid: account.oid, code: String(downloadCode) }}
                      fw={500}
                      dir="auto"
                    >
                      {bundleName || String(downloadCode)}
                    </TextLink>
                  )}
                  <Text size="sm" dir="auto">
                    {message}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {downloadCode} · <time dateTime={at}>{formats.instant(at)}</time> · {actorText(actor, t)}
                  </Text>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
