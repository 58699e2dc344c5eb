import { Page } from '../../ui/page.tsx'
import { useSupportTexts } from '../i18n.tsx'
import { ChangesTable } from './changes-table.tsx'

export function ChangesPage() {
  const s = useSupportTexts()
  return (
    <Page title={s.changes} lead={s.changesLead}>
      <ChangesTable />
    </Page>
  )
}
