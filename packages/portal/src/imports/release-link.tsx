import { type ReactNode, useCallback } from 'react'
import { useAccount } from '../api/account.tsx'
import { TextLink } from '../ui/links.tsx'

/** Links to the page of the release that a row created or changed. */
export function useReleaseLink(): (code: number) => ReactNode {
  const { oid } = useAccount().account
  return useCallback(
    (code) => (
      <TextLink to="/o/$oid/releases/$code" params={{ oid, code: String(code) }} size="sm">
        {code}
      </TextLink>
    ),
    [oid],
  )
}
