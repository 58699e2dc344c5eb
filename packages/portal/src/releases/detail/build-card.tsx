import type { Build, ReleaseRecord } from '@guidebook/client'
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../../api/account.tsx'
import { useLanguage } from '../../i18n/texts.tsx'
import { useNotifyFailure } from '../../ui/actions.tsx'
import { BuildState, isUnfinished } from '../../ui/build-state.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadingButton } from '../../ui/loading-button.tsx'
import { Loaded } from '../../ui/states.tsx'
import { buildKey } from './use-build.ts'

interface Props {
  release: ReleaseRecord
  build: UseQueryResult<Build>
  canChange: boolean
}

export function BuildCard({ release, build, canChange }: Props) {
  const { t, language } = useLanguage()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const notifyFailure = useNotifyFailure()
  const queryKey = buildKey(account.id, release.link, language)
  const rebuild = useMutation({
    mutationFn: () => client.releases.requestBuild({ account: account.id, release: release.link }),
    onSuccess: async (requested) => {
      // A response to an earlier request would replace the new build by the last one.
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, requested)
    },
    onError: notifyFailure,
  })
  return (
    <Card
      title={t.documentsBuilt}
      actions={
        canChange && (
          <LoadingButton
            variant="default"
            size="xs"
            leftSection={<Icon name="refresh" size={16} />}
            loading={rebuild.isPending}
            disabled={isUnfinished(build.data)}
            onClick={() => rebuild.mutate()}
          >
            {t.rebuild}
          </LoadingButton>
        )
      }
    >
      <Loaded query={build}>{(build) => <BuildState build={build} />}</Loaded>
    </Card>
  )
}
