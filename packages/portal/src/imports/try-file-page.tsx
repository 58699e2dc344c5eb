/** Shows the result that an import would have for each row of a file. Nothing is created or changed. */
import { ApiError } from '@guidebook/client'
import { Alert, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useAccount } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { Card } from '../ui/card.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { Icon } from '../ui/icon.tsx'
import { TextLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { Failure, Loading } from '../ui/states.tsx'
import { RowsTable } from './rows-table.tsx'

export function TryFilePage() {
  const t = useTexts()
  const { account, client } = useAccount()
  const preview = useMutation({
    mutationFn: (file: File) => client.account.imports.preview(file).then((result) => ({ ...result, name: file.name })),
  })
  const { data, error } = preview
  const isNotSetUp = error instanceof ApiError && error.code === 'import-not-configured'
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
      <FileDrop
        label={t.chooseCsv}
        hint={t.chooseCsvHint}
        accept=".csv,.txt,text/csv,text/plain"
        onFiles={([file]) => file !== undefined && preview.mutate(file)}
      />
      {preview.isPending && <Loading />}
      {isNotSetUp ? (
        <Alert color="blue" icon={<Icon name="info" />} title={t.importNotSetUp}>
          {t.importNotSetUpText}
        </Alert>
      ) : (
        preview.isError && <Failure error={error} />
      )}
      {data !== undefined && (
        <Card
          title={data.name}
          lead={t.dialect({ encoding: data.dialect.encoding, delimiter: data.dialect.delimiter })}
        >
          <Stack>
            <Alert color="green" icon={<Icon name="info" />}>
              {t.nothingChanged}
            </Alert>
            {!data.complete && <Text size="sm">{t.onlyFirstRows({ n: data.rows.length })}</Text>}
            <RowsTable rows={data.rows} />
          </Stack>
        </Card>
      )}
    </Page>
  )
}
