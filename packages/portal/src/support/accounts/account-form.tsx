import { Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { notify } from '../../ui/actions.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { languageChoices } from '../../ui/languages.ts'
import { call } from '../api/call.ts'
import { useOpenAccount, useReload } from './account.tsx'
import { AccountFields } from './account-fields.tsx'
import type { Account } from './accounts-page.tsx'

/** What support agrees with an account. The account sets its brand and the others itself. */
const draftOf = ({ name, email, type, defaultLang, timeZone }: Account) => ({
  name,
  email,
  type,
  defaultLang,
  timeZone,
})
type Draft = ReturnType<typeof draftOf>

/** Another person may have changed the other fields meanwhile. */
const changedFields = (draft: Draft, begin: Draft): Partial<Draft> =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => value !== begin[name as keyof Draft]))

export function AccountForm() {
  const t = useTexts()
  const formats = useFormats()
  const account = useOpenAccount()
  const reload = useReload()
  const [begin, setBegin] = useState(() => draftOf(account))
  const [draft, setDraft] = useState(begin)
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed })
  const open = () => {
    setBegin(draftOf(account))
    setDraft(draftOf(account))
  }
  const submit = async () => {
    const body = changedFields(draft, begin)
    if (Object.keys(body).length === 0) return
    await call('updateAccount', { params: { account_id: account.id }, body })
    notify(t.saved)
    await reload()
  }
  return (
    <FormModal
      label={t.change}
      title={t.changeAccount}
      draft={draft}
      fields={['/name', '/email', '/type', '/defaultLang', '/timeZone']}
      submit={submit}
      onOpen={open}
    >
      {(faults) => (
        <Stack>
          <AccountFields draft={draft} onChange={change} faults={faults} />
          <Select
            label={t.language}
            searchable
            allowDeselect={false}
            data={languageChoices(formats, draft.defaultLang)}
            value={draft.defaultLang}
            onChange={(lang) => lang !== null && change({ defaultLang: lang })}
            error={faults.at('/defaultLang')}
          />
          <TextInput
            label={t.timeZone}
            required
            value={draft.timeZone}
            onChange={(event) => change({ timeZone: event.currentTarget.value })}
            error={faults.at('/timeZone')}
          />
        </Stack>
      )}
    </FormModal>
  )
}
