import type { GuidebookSummary } from '@guidebook/client'
import { useAccount } from '../api/account.tsx'
import { nameOf } from '../i18n/names.ts'
import { useLanguage } from '../i18n/texts.tsx'
import { Card } from '../ui/card.tsx'
import { TextLink } from '../ui/links.tsx'
import { LoadingButton } from '../ui/loading-button.tsx'
import { LoadedRows } from '../ui/paged-table.tsx'
import { usePages } from '../ui/query.ts'
import { Empty } from '../ui/states.tsx'

/** The guidebooks that contain an item. */
export function UsedInCard({ item }: { item: string }) {
  const { t, language } = useLanguage()
  const { account, client } = useAccount()
  const pages = usePages<GuidebookSummary>([account.id, 'guidebooks', { item, language }], (cursor) =>
    client.content.guidebooks.list({
      account: account.id,
      item,
      sort: 'title',
      lang: language,
      ...(cursor !== undefined && { cursor }),
    }),
  )
  return (
    <Card title={t.usedIn}>
      <LoadedRows pages={pages} empty={<Empty compact icon="guidebooks" title={t.notUsed} />}>
        {(rows) => (
          <ul className="plain-list">
            {rows.map(({ id, customId, titles }) => (
              <li key={id}>
                <TextLink
                  to="/o/$oid/guidebooks/$guidebook"
                  params={{ oid: account.oid, guidebook: customId }}
                  size="sm"
                  dir="auto"
                >
                  {nameOf(titles, language, customId)}
                </TextLink>
              </li>
            ))}
          </ul>
        )}
      </LoadedRows>
      {pages.more !== undefined && (
        <LoadingButton variant="default" size="xs" mt="xs" onClick={pages.more} loading={pages.loadingMore}>
          {t.showMore}
        </LoadingButton>
      )}
    </Card>
  )
}
