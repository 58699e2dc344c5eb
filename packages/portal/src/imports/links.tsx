import { type ReactNode, useCallback } from 'react'
import { useAccount } from '../api/account.tsx'
import { TextLink } from '../ui/links.tsx'
import type { RunLink } from './run.tsx'

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

export function useRunLink(): RunLink {
  const { oid } = useAccount().account
  return (run, name) => (
    <TextLink to="/o/$oid/imports/$run" params={{ oid, run }} size="sm" fw={500} dir="auto">
      {name}
    </TextLink>
  )
}
