import type { AttachedDocument, ReleaseRecord } from '@guidebook/client'
import { FileInput, Stack, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useAccount } from '../../api/account.tsx'
import { toBase64 } from '../../api/base64.ts'
import { copyFile } from '../../api/copy-file.ts'
import { useFormats, useTexts } from '../../i18n/texts.tsx'
import { timeoutsFor } from '../../session/timeouts.ts'
import { notify } from '../../ui/actions.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { usePages } from '../../ui/query.ts'
import { Empty } from '../../ui/states.tsx'
import { useReloadRelease } from '../queries.ts'
import { documentFault } from './document-file.ts'

export function DocumentsCard({ release, canChange }: { release: ReleaseRecord; canChange: boolean }) {
  const t = useTexts()
  const formats = useFormats()
  const { account, client } = useAccount()
  const reload = useReloadRelease(release.link)
  const address = useMemo(() => ({ account: account.id, release: release.link }), [account.id, release.link])
  const key = useMemo(() => [account.id, 'release', release.link, 'documents'], [account.id, release.link])
  const pages = usePages<AttachedDocument>(key, (cursor, { signal }) =>
    client.releases.documents.list(address, cursor === undefined ? {} : { cursor }, { signal }),
  )
  const columns = useMemo((): Column<AttachedDocument>[] => {
    const remove = (id: string) => async () => {
      await client.releases.documents.remove(address, id)
      notify(t.removed)
      await reload(key)
    }
    return [
      { id: 'title', header: t.title, cell: ({ title }) => <span dir="auto">{title}</span> },
      {
        id: 'traveller',
        header: t.traveller,
        cell: ({ traveller }) => <span dir="auto">{traveller ?? t.forAll}</span>,
      },
      { id: 'size', header: t.size, cell: ({ bytes }) => formats.bytes(bytes), align: 'end' },
      ...(canChange
        ? [
            {
              id: 'remove',
              header: t.actions,
              cell: ({ id, title }: AttachedDocument) => (
                <ConfirmButton
                  size="xs"
                  label={t.remove}
                  title={t.removeDocument}
                  confirmLabel={t.remove}
                  act={remove(id)}
                >
                  {t.removeDocumentText({ title })}
                </ConfirmButton>
              ),
            },
          ]
        : []),
    ]
  }, [t, formats, client, address, canChange, reload, key])
  return (
    <Card
      title={t.documents}
      lead={t.documentsLead}
      actions={canChange && <AttachForm onAttached={() => reload(key)} address={address} />}
    >
      <PagedTable
        pages={pages}
        label={t.documents}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty compact icon="text" title={t.noDocuments} />}
      />
    </Card>
  )
}

function AttachForm({
  address,
  onAttached,
}: {
  address: { account: string; release: string }
  onAttached: () => Promise<void>
}) {
  const t = useTexts()
  const { client } = useAccount()
  const [file, setFile] = useState<File | null>(null)
  const [refused, setRefused] = useState<'documentTooLarge' | 'fileUnreadable' | null>(null)
  const [title, setTitle] = useState('')
  const [traveller, setTraveller] = useState('')
  const submit = async () => {
    const pdfBase64 = file === null ? '' : await toBase64(file)
    const document = { title, pdfBase64, ...(traveller !== '' && { traveller }) }
    await client.releases.documents.attach(address, document, timeoutsFor(document))
    notify(t.saved)
    await onAttached()
  }
  const choose = async (chosen: File | null) => {
    const found = chosen === null ? null : documentFault(chosen)
    const copy = chosen === null || found !== null ? null : await copyFile(chosen)
    setRefused(found ?? (chosen !== null && copy === null ? 'fileUnreadable' : null))
    setFile(copy)
    if (copy !== null) setTitle((typed) => typed || copy.name.replace(/\.pdf$/i, ''))
  }
  const reset = () => {
    setFile(null)
    setRefused(null)
    setTitle('')
    setTraveller('')
  }
  return (
    <FormModal
      label={t.attach}
      icon="plus"
      title={t.attachDocument}
      draft={{ hasFile: file !== null, title, traveller }}
      fields={['/title', '/traveller', '/pdfBase64']}
      submit={submit}
      onOpen={reset}
    >
      {(faults) => (
        <Stack>
          <FileInput
            label={t.pdfFile}
            description={t.pdfFileHint}
            accept="application/pdf"
            required
            value={file}
            onChange={(chosen) => void choose(chosen)}
            // Browsers report the choice of the same file only after its removal. It may have been corrected.
            fileInputProps={{
              onClick: (event) => {
                event.currentTarget.value = ''
              },
            }}
            error={refused === null ? faults.at('/pdfBase64') : t[refused]}
          />
          <TextInput
            label={t.title}
            required
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            error={faults.at('/title')}
          />
          <TextInput
            label={t.traveller}
            description={t.travellerHint}
            value={traveller}
            onChange={(event) => setTraveller(event.currentTarget.value)}
            error={faults.at('/traveller')}
          />
        </Stack>
      )}
    </FormModal>
  )
}
