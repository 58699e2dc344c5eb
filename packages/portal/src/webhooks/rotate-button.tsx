import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { SecretModal } from '../ui/secret-modal.tsx'

export function RotateButton() {
  const t = useTexts()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const [secret, setSecret] = useState<string | null>(null)
  const rotate = async () => {
    const created = await client.account.webhook.rotateSecret()
    setSecret(created.secret)
    await queries.invalidateQueries({ queryKey: [account.id, 'webhook'] })
  }
  return (
    <>
      <ConfirmButton
        size="xs"
        label={t.rotateSecret}
        icon="key"
        title={t.rotateSecret}
        confirmLabel={t.rotateSecret}
        act={rotate}
      >
        {t.rotateSecretText}
      </ConfirmButton>
      <SecretModal title={t.newSecret} secret={secret} onClose={() => setSecret(null)} />
    </>
  )
}
