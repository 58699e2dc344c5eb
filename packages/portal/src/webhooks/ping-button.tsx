import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { notify, useNotifyFailure } from '../ui/actions.tsx'
import { Icon } from '../ui/icon.tsx'
import { LoadingButton } from '../ui/loading-button.tsx'
import { useIsHere } from '../ui/use-is-here.ts'

/** Sends a sample record and opens its delivery. */
export function PingButton() {
  const t = useTexts()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isHere = useIsHere()
  const notifyFailure = useNotifyFailure()
  const ping = useMutation({
    mutationFn: () => client.account.webhook.ping(),
    onSuccess: async ({ id }) => {
      notify(t.pingSent)
      void queries.invalidateQueries({ queryKey: [account.id, 'deliveries'] })
      if (!isHere()) return
      await navigate({ to: '/o/$oid/webhooks/$delivery', params: { oid: account.oid, delivery: id } })
    },
    onError: notifyFailure,
  })
  return (
    <LoadingButton
      variant="default"
      size="xs"
      leftSection={<Icon name="webhooks" size={16} />}
      loading={ping.isPending}
      onClick={() => ping.mutate()}
    >
      {t.ping}
    </LoadingButton>
  )
}
