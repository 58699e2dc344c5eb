import type { Build, Guidebook } from '@guidebook/client'
import { Button, Group, Select, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../api/account.tsx'
import { useFormats, useLanguage } from '../i18n/texts.tsx'
import { BuildState, isUnfinished } from '../ui/build-state.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { LoadingButton } from '../ui/loading-button.tsx'
import { Failure } from '../ui/states.tsx'
import { missingTexts } from './missing-texts.ts'
import { guidebookKey } from './queries.ts'

const pollMs = 1_000

/** Builds the guidebook as travellers will see it, before there is a release of it. */
export function PreviewCard({ guidebook }: { guidebook: Guidebook }) {
  const { t, language: own } = useLanguage()
  const formats = useFormats()
  const { account, client } = useAccount()
  const queries = useQueryClient()
  const customId = guidebook.customId ?? ''
  const languages = missingTexts(guidebook).map(({ language }) => language)
  const [language, setLanguage] = useState(languages.find((one) => one === own) ?? languages[0] ?? own)
  // A preview of an earlier version is not shown.
  const previewKey = [...guidebookKey(account.id, customId), 'preview', guidebook.version, language]
  // Its messages are in the person's language.
  const queryKey = [...previewKey, own]
  const isRequested = queries.getQueriesData({ queryKey: previewKey }).some(([, data]) => data !== undefined)
  const address = { account: account.id, customId }
  const request = useMutation({
    mutationFn: () => client.content.guidebooks.requestPreview(address, { language }),
    onSuccess: (build) => queries.setQueryData(queryKey, build),
  })
  const { data: build, error } = useQuery<Build>({
    queryKey,
    queryFn: () => client.content.guidebooks.preview(address, { language }),
    // Nothing is read before a preview was requested here. Then the default decides, which reads nothing after the end of a session.
    ...(!isRequested && { enabled: false }),
    refetchInterval: ({ state }) => isUnfinished(state.data) && pollMs,
    staleTime: pollMs,
  })
  const file = (name: string) =>
    `/portal/api/content/guidebook/${account.id}/${encodeURIComponent(customId)}/preview/${name}?language=${language}`
  const link = (name: string, label: string) => (
    <Button
      component="a"
      href={file(name)}
      target="_blank"
      rel="noreferrer noopener"
      variant="default"
      size="xs"
      leftSection={<Icon name="external" size={16} />}
    >
      {label}
    </Button>
  )
  return (
    <Card title={t.preview} lead={t.previewLead}>
      <Stack gap="sm">
        <Select
          label={t.language}
          data={languages.map((value) => ({ value, label: formats.language(value) }))}
          value={language}
          allowDeselect={false}
          onChange={(value) => {
            request.reset()
            if (value !== null) setLanguage(value)
          }}
        />
        <Group gap="xs">
          <LoadingButton
            variant="default"
            loading={request.isPending}
            disabled={isUnfinished(build)}
            leftSection={<Icon name="refresh" />}
            onClick={() => request.mutate()}
          >
            {t.buildPreview}
          </LoadingButton>
        </Group>
        {request.isError && <Failure error={request.error} />}
        {error !== null && <Failure error={error} />}
        {build !== undefined && error === null && <BuildState build={build} />}
        {build?.state === 'completed' && error === null && (
          <Group gap="xs">
            {link('page', t.openPage)}
            {link('roadbook.pdf', t.roadbookPdf)}
          </Group>
        )}
      </Stack>
    </Card>
  )
}
