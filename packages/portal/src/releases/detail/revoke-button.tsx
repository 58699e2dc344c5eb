import type { ReleaseRecord } from '@guidebook/client'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '../../api/account.tsx'
import { useTexts } from '../../i18n/texts.tsx'
import { notify } from '../../ui/actions.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'

interface Props {
  release: ReleaseRecord
  /** From the request until it fails: the page must not read the release any more. */
  onRevoking: (isRevoking: boolean) => void
}

/** Possible before the first day. */
export function RevokeButton({ release, onRevoking }: Props) {
  const t = useTexts()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const revoke = async () => {
    const ofRelease = (['release', 'build'] as const).map((kind) => ({ queryKey: [account.id, kind, release.link] }))
    const cancel = () => Promise.all(ofRelease.map((filter) => queries.cancelQueries(filter)))
    onRevoking(true)
    try {
      // Otherwise reads of the page that are still running would find no release.
      await cancel()
      await client.releases.revoke({ account: account.id, release: release.link })
    } catch (error) {
      onRevoking(false)
      for (const filter of ofRelease) void queries.invalidateQueries(filter)
      throw error
    }
    notify(t.revoked)
    await cancel()
    await navigate({ to: '/o/$oid/releases', params: { oid: account.oid } })
    // The code has no release any more.
    for (const filter of [...ofRelease, { queryKey: [account.id, 'release-link'] }]) queries.removeQueries(filter)
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
