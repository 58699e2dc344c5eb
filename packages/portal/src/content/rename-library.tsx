import type { Library } from '@guidebook/client'
import type { Client } from '@guidebook/client/internal'
import { useState } from 'react'
import { useAccount } from '../api/account.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { draftsOf, isUnchanged, textPointers, textsOf } from './text-drafts.ts'
import { TextFields } from './text-fields.tsx'
import { useStoredEdit } from './use-stored-edit.ts'

/** A library with its ETag, by which the service refuses a change when the library has changed meanwhile. */
interface StoredLibrary {
  library: Library
  etag: string | null
}

export const libraryKey = (account: string, customId: string) => [account, 'library', customId]

export async function readLibrary(client: Client, customId: string): Promise<StoredLibrary> {
  const { data, etag } = await client.content.libraries.read({ customId }).withResponse()
  return { library: data, etag }
}

/** The window with the names of a library in each language. */
export function RenameLibrary({ stored }: { stored: StoredLibrary }) {
  const t = useTexts()
  const { account, client } = useAccount()
  const { customId } = stored.library
  const [drafts, setDrafts] = useState(() => draftsOf(stored.library.names, {}))
  const edit = useStoredEdit<StoredLibrary, Library['names']>(
    stored,
    {
      key: libraryKey(account.id, customId),
      lists: [account.id, 'libraries'],
      read: () => readLibrary(client, customId),
      send: ({ etag }, names) => {
        const options = etag === null ? {} : { ifMatch: etag }
        return client.content.libraries.update({ customId }, { account: account.id, names }, options)
      },
    },
    ({ library }) => setDrafts(draftsOf(library.names, {})),
  )
  const submit = () =>
    edit.save(({ library: { names } }) => (isUnchanged(drafts, names, {}) ? null : textsOf(drafts).names))
  return (
    <FormModal
      label={t.rename}
      size="sm"
      title={t.renameLibrary}
      draft={drafts}
      fields={textPointers(drafts)}
      submit={submit}
      onOpen={edit.begin}
      conflict={edit.conflict}
    >
      {(faults) => <TextFields drafts={drafts} onChange={setDrafts} faults={faults} hasDescriptions={false} />}
    </FormModal>
  )
}
