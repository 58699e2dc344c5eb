import type { Diagnosis } from '@guidebook/client'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAccount } from '../../api/account.tsx'
import { type DiagnosisLinks, hasOrigin, Origin } from '../../diagnosis/origin.tsx'
import { Usage } from '../../diagnosis/usage.tsx'
import { useLanguage, useTexts } from '../../i18n/texts.tsx'
import { Card } from '../../ui/card.tsx'
import { TextLink } from '../../ui/links.tsx'

/** What all services know about a release, by its link or code. A change of the release reloads it. */
export function useDiagnosis(release: string) {
  const { account, client } = useAccount()
  const { language } = useLanguage()
  return useQuery({
    queryKey: [account.id, 'release', release, 'diagnosis', language],
    queryFn: () => client.releases.diagnose({ account: account.id, release }, { lang: language }),
  })
}

export function UsageCard({ diagnosis }: { diagnosis: Diagnosis | undefined }) {
  const t = useTexts()
  if (diagnosis === undefined || diagnosis.release === null) return null
  return (
    <Card title={t.usage}>
      <Usage usage={diagnosis.release.usage} />
    </Card>
  )
}

export function OriginCard({ diagnosis }: { diagnosis: Diagnosis | undefined }) {
  const t = useTexts()
  const { account } = useAccount()
  const links = useMemo(
    (): DiagnosisLinks => ({
      run: (run, name) => (
        <TextLink to="/o/$oid/imports/$run" params={{ oid: account.oid, run }} size="sm" fw={500} dir="auto">
          {name}
        </TextLink>
      ),
      request: (id) => (
        <Text size="xs" component="code">
          {id}
        </Text>
      ),
    }),
    [account.oid],
  )
  if (diagnosis === undefined || !hasOrigin(diagnosis)) return null
  return (
    <Card title={t.origin} lead={t.originLead}>
      <Origin diagnosis={diagnosis} links={links} />
    </Card>
  )
}
