import { useTexts } from '../../i18n/texts.tsx'
import { Card } from '../../ui/card.tsx'
import { ImpersonationsTable } from '../../ui/impersonations-table.tsx'
import { usePages } from '../../ui/query.ts'
import { type AnswerOf, call } from '../api/call.ts'
import { useOpenAccount } from './account.tsx'

type Impersonation = AnswerOf<'listImpersonationsOfAccount'>['items'][number]

export function Impersonations() {
  const t = useTexts()
  const { id } = useOpenAccount()
  const pages = usePages<Impersonation>(['account', id, 'impersonations'], (cursor) => ({
    page: () =>
      call('listImpersonationsOfAccount', {
        params: { account_id: id },
        query: { limit: 20, ...(cursor !== undefined && { cursor }) },
      }),
  }))
  return (
    <Card title={t.impersonations} lead={t.impersonationsLead}>
      <ImpersonationsTable pages={pages} />
    </Card>
  )
}
