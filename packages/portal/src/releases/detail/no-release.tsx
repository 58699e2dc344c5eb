/** A code without a release: the file or the request that should have created it says why. */
import { ApiError } from '@guidebook/client'
import { useAccount } from '../../api/account.tsx'
import { Findings } from '../../diagnosis/findings.tsx'
import { useErrorWords, useTexts } from '../../i18n/texts.tsx'
import { TextLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { isCode } from '../search-text.ts'
import { OriginCard, useDiagnosis } from './diagnosis-cards.tsx'

export function NoRelease({ code }: { code: string }) {
  const t = useTexts()
  const { oid } = useAccount().account
  return (
    <Page
      title={isCode(code) ? t.noReleaseWithCode({ code }) : t.noPage}
      back={
        <TextLink to="/o/$oid/releases" params={{ oid }} size="sm">
          ← {t.releases}
        </TextLink>
      }
    >
      {isCode(code) ? (
        <Reasons code={code} />
      ) : (
        <Empty icon="search" title={t.noMatch}>
          {t.noPageText}
        </Empty>
      )}
    </Page>
  )
}

function Reasons({ code }: { code: string }) {
  const t = useTexts()
  const words = useErrorWords()
  const query = useDiagnosis(code)
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <Empty icon="search" title={t.noMatch}>
        {words.detail(query.error)}
      </Empty>
    )
  return (
    <Loaded query={query}>
      {(diagnosis) => (
        <>
          <Findings findings={diagnosis.findings} />
          <OriginCard diagnosis={diagnosis} />
        </>
      )}
    </Loaded>
  )
}
