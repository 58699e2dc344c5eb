import { Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../i18n/texts.tsx'
import { notify } from '../../ui/actions.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { call } from '../api/call.ts'
import { useSupportTexts } from '../i18n.tsx'
import { useOpenAccount, useReload } from './account.tsx'

export function SuspensionButton() {
  const t = useTexts()
  const s = useSupportTexts()
  const account = useOpenAccount()
  const reload = useReload()
  const [reason, setReason] = useState('')
  const params = { account_id: account.id }
  if (account.suspension !== null) {
    const reactivate = async () => {
      await call('reactivateAccount', { params })
      notify(t.saved)
      await reload()
    }
    return (
      <ConfirmButton
        label={s.reactivate}
        icon="check"
        title={s.reactivate}
        confirmLabel={s.reactivate}
        danger={false}
        act={reactivate}
      >
        {s.reactivateText}
      </ConfirmButton>
    )
  }
  const suspend = async () => {
    await call('suspendAccount', { params, body: { reason } })
    notify(t.saved)
    await reload()
  }
  return (
    <FormModal
      label={s.suspend}
      icon="lock"
      size="sm"
      title={s.suspend}
      submitLabel={s.suspend}
      draft={reason}
      fields={['/reason']}
      submit={suspend}
      onOpen={() => setReason('')}
    >
      {(faults) => (
        <Stack>
          <Text size="sm">{s.suspendText}</Text>
          <TextInput
            label={t.reason}
            description={s.reasonHint}
            required
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={faults.at('/reason')}
          />
        </Stack>
      )}
    </FormModal>
  )
}
