import { ApiError } from '@guidebook/client'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../api/account.tsx'
import { readBlob } from '../api/read-blob.ts'
import { useObjectUrl } from '../ui/object-url.ts'

/** Pause after the last key, milliseconds: the service fetches each address from another server. */
const pauseMs = 700

/**
 * The logo at an address. The service fetches it, because the policy of the page allows no other host. `url` is null while there is none;
 * `failed`: there is no logo at the address.
 */
export function usePreviewedLogo(address: string): { url: string | null; failed: boolean } {
  const { account, client } = useAccount()
  const [settled] = useDebouncedValue(address.trim(), pauseMs)
  const { data, error } = useQuery({
    queryKey: [account.id, 'logo', settled],
    queryFn: async () => readBlob(await client.account.previewLogo({ address: settled })),
    enabled: settled !== '' && URL.parse(settled)?.protocol === 'https:',
    staleTime: 10 * 60_000,
    retry: false,
  })
  const url = useObjectUrl(data)
  const isCurrent = settled === address.trim()
  return { url: isCurrent ? url : null, failed: isCurrent && error instanceof ApiError && error.status === 422 }
}
