/** Shows the result that an import would have for each row of a file, then imports it. */
import { ApiError, type ImportPreview } from '@guidebook/client'
import { Alert, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAccount } from '../api/account.tsx'
import { copyFile } from '../api/copy-file.ts'
import { useTexts } from '../i18n/texts.tsx'
import { timeoutsFor } from '../session/timeouts.ts'
import { useNotifyFailure } from '../ui/actions.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/links.tsx'
import { LoadingButton } from '../ui/loading-button.tsx'
import { Page } from '../ui/page.tsx'
import { Empty, ExplainedError, Failure, Loading } from '../ui/states.tsx'
import { useIsHere } from '../ui/use-is-here.ts'
import { dialectText } from './configuration-facts.tsx'
import { CsvDrop } from './csv-drop.tsx'
import { useReleaseLink } from './links.tsx'
import { RowsTable } from './rows-table.tsx'

export function TryFilePage() {
  const t = useTexts()
  const { account, may } = useAccount()
  return (
    <Page
      title={t.tryFile}
      lead={t.tryFileLead}
      back={
        <TextLink to="/o/$oid/imports" params={{ oid: account.oid }} size="sm">
          ← {t.imports}
        </TextLink>
      }
    >
      {may('office') ? <TryFile /> : <Empty icon="lock" title={t.notAllowed} />}
    </Page>
  )
}

function TryFile() {
  const t = useTexts()
  const { client } = useAccount()
  const preview = useMutation({
    mutationFn: async (chosen: File) => {
      const file = await copyFile(chosen)
      if (file === null) throw new ExplainedError(t.fileUnreadable)
      return { file, result: await client.account.imports.preview(file, timeoutsFor(file)) }
    },
  })
  const { data, error } = preview
  const isNotSetUp = error instanceof ApiError && error.code === 'import-not-configured'
  return (
    <>
      <CsvDrop hint={t.chooseCsvHint} onFile={preview.mutate} />
      {preview.isPending && <Loading />}
      {isNotSetUp ? (
        <Alert color="blue" icon={<Icon name="info" />} title={t.importNotSetUp}>
          {t.importNotSetUpText}
        </Alert>
      ) : (
        preview.isError && <Failure error={error} />
      )}
      {data !== undefined && <Previewed key={data.file.lastModified + data.file.name} {...data} />}
    </>
  )
}

function Previewed({ file, result }: { file: File; result: ImportPreview }) {
  const t = useTexts()
  const { dialect, rows, complete } = result
  const releaseLink = useReleaseLink()
  return (
    <Card title={file.name} lead={dialectText(dialect, t)} actions={<UploadButtons file={file} complete={complete} />}>
      <Stack>
        <Alert color="green" icon={<Icon name="info" />}>
          {t.nothingChanged}
        </Alert>
        {!complete && <Text size="sm">{t.onlyFirstRows({ n: rows.length })}</Text>}
        <RowsTable rows={rows} releaseLink={releaseLink} />
      </Stack>
    </Card>
  )
}

/** A preview shows the first rows only: the other ones of a long file are checked like a mail with TEST in its subject. */
function UploadButtons({ file, complete }: { file: File; complete: boolean }) {
  const t = useTexts()
  const { account, client } = useAccount()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const isHere = useIsHere()
  const notifyFailure = useNotifyFailure()
  const upload = async (test: boolean) => {
    const query = { fileName: file.name.slice(-255), test }
    const { id } = await client.account.imports.upload(file, query, timeoutsFor(file))
    await queries.invalidateQueries({ queryKey: [account.id, 'imports'] })
    if (isHere()) await navigate({ to: '/o/$oid/imports/$run', params: { oid: account.oid, run: id } })
  }
  const check = useMutation({ mutationFn: () => upload(true), onError: notifyFailure })
  return (
    <Group gap="xs">
      {!complete && (
        <LoadingButton variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {t.checkAllRows}
        </LoadingButton>
      )}
      <ConfirmButton
        label={t.importFile}
        title={t.importFile}
        confirmLabel={t.importFile}
        variant="filled"
        danger={false}
        act={() => upload(false)}
      >
        {t.importFileText({ name: file.name })}
      </ConfirmButton>
    </Group>
  )
}
