import type { ReleaseRecord } from '@guidebook/client'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '../../api/account.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { notify } from '../../ui/actions.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'

/** Possible before the first day. */
export function RevokeButton({ release }: { release: ReleaseRecord }) {
  const t = useTexts()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const revoke = async () => {
    await client.releases.revoke({ account: account.id, release: release.link })
    notify(t.revoked)
    await navigate({ to: '/o/$oid/releases', params: { oid: account.oid } })
    // The code has no release any more.
    queries.removeQueries({ queryKey: [account.id, 'release-link'] })
    void queries.invalidateQueries({ queryKey: [account.id, 'releases'] })
  }
  return (
    <ConfirmButton
      label={t.revoke}
      icon="trash"
      title={t.revokeTitle({ code: release.downloadCode })}
      confirmLabel={t.revoke}
      act={revoke}
      disabled={release.locked}
    >
      {t.revokeText}
    </ConfirmButton>
  )
}
