import type { Diagnosis } from '@guidebook/client'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../api/account.tsx'
import { type DiagnosisLinks, hasOrigin, Origin } from '../../diagnosis/origin.tsx'
import { Usage } from '../../diagnosis/usage.tsx'
import { useLanguage, useTexts } from '../../i18n/texts.tsx'
import { useRunLink } from '../../imports/links.tsx'
import { Card } from '../../ui/card.tsx'

/** What all services know about a release, by its link or code. A change of the release reloads it. */
export function useDiagnosis(release: string) {
  const { account, client } = useAccount()
  const { language } = useLanguage()
  return useQuery({
    queryKey: [account.id, 'release', release, 'diagnosis', language],
    queryFn: ({ signal }) => client.releases.diagnose({ account: account.id, release }, { lang: language }, { signal }),
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
  const links: DiagnosisLinks = {
    run: useRunLink(),
    request: (id) => (
      <Text size="xs" component="code">
        {id}
      </Text>
    ),
  }
  if (diagnosis === undefined || !hasOrigin(diagnosis)) return null
  return (
    <Card title={t.origin} lead={t.originLead}>
      <Origin diagnosis={diagnosis} links={links} />
    </Card>
  )
}
