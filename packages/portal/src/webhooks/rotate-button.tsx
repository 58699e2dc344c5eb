import { useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { SecretModal } from '../ui/secret-modal.tsx'
import { useNextWindow } from '../ui/use-next-window.ts'

export function RotateButton() {
  const t = useTexts()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const secret = useNextWindow<string>()
  const rotate = async () => {
    const created = await client.account.webhook.rotateSecret()
    secret.prepare(created.secret)
    void queries.invalidateQueries({ queryKey: [account.id, 'webhook'] })
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
        onClosed={secret.open}
      >
        {t.rotateSecretText}
      </ConfirmButton>
      <SecretModal title={t.newSecret} secret={secret} />
    </>
  )
}
