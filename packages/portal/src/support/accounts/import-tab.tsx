import { ApiError } from '@guidebook/client'
import { Alert, Button, Group, JsonInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTexts } from '../../i18n/texts.tsx'
import { ConfigurationFacts } from '../../imports/configuration-facts.tsx'
import { CsvDrop } from '../../imports/csv-drop.tsx'
import { RowsTable } from '../../imports/rows-table.tsx'
import { notify } from '../../ui/actions.tsx'
import { Card } from '../../ui/card.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { LoadingButton } from '../../ui/loading-button.tsx'
import { ExplainedError, Failure, Loaded } from '../../ui/states.tsx'
import { type AnswerOf, call } from '../api/call.ts'
import { useSupportTexts } from '../i18n.tsx'
import { whyLink } from '../links.tsx'
import { useOpenAccount } from './account.tsx'

type Configuration = AnswerOf<'readAccountImport'>

export function ImportTab() {
  const { id } = useOpenAccount()
  const query = useQuery({
    queryKey: ['account', id, 'import'],
    queryFn: async (): Promise<Configuration | null> => {
      try {
        return await call('readAccountImport', { params: { account_id: id } })
      } catch (error) {
        // The account exists, so its configuration does not.
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })
  return (
    <Stack gap="lg">
      <Loaded query={query}>{(stored) => <Editor stored={stored} />}</Loaded>
      <TryFile />
    </Stack>
  )
}

const written = (configuration: Configuration | null) =>
  configuration === null ? '' : JSON.stringify(configuration, null, 2)

function Editor({ stored }: { stored: Configuration | null }) {
  const t = useTexts()
  const s = useSupportTexts()
  const { id } = useOpenAccount()
  const queries = useQueryClient()
  const [text, setText] = useState(() => written(stored))
  /** A guess until it is saved, else what is stored. */
  const [shown, setShown] = useState(stored)
  const [isOpen, setIsOpen] = useState(stored === null)
  const json = useId()
  const [notes, setNotes] = useState<readonly string[]>([])
  /** What the text began with: another person may change what is stored. */
  const [begin, setBegin] = useState(text)
  const isChanged = text !== begin
  const propose = (configuration: Configuration, reasons: readonly string[]) => {
    setText(written(configuration))
    setShown(configuration)
    setNotes(reasons)
  }
  const save = useMutation({
    mutationFn: () =>
      call('setAccountImport', { params: { account_id: id }, body: parse(text, s.configurationInvalid) }),
    onSuccess: async (saved) => {
      setText(written(saved))
      setBegin(written(saved))
      setShown(saved)
      setNotes([])
      notify(t.saved)
      await queries.invalidateQueries({ queryKey: ['account', id, 'import'] })
    },
  })
  return (
    <Card title={s.configuration} lead={s.configurationLead} actions={<Guess onGuess={propose} />}>
      <LeaveGuard isDirty={() => isChanged} />
      <Stack>
        {stored === null && (
          <Alert color="blue" icon={<Icon name="info" />} title={s.configurationMissing}>
            {s.configurationMissingText}
          </Alert>
        )}
        {notes.length > 0 && (
          <Alert color="blue" icon={<Icon name="info" />}>
            <ul className="plain-list">
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          </Alert>
        )}
        {shown !== null && <ConfigurationFacts configuration={shown} />}
        <Group>
          <Button
            variant="default"
            size="xs"
            aria-expanded={isOpen}
            aria-controls={isOpen ? json : undefined}
            rightSection={<Icon name={isOpen ? 'up' : 'down'} size={16} />}
            onClick={() => setIsOpen(!isOpen)}
          >
            {s.editJson}
          </Button>
        </Group>
        {isOpen && (
          <div id={json}>
            <JsonInput
              label="JSON"
              autosize
              minRows={8}
              maxRows={30}
              spellCheck={false}
              value={text}
              onChange={setText}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            />
          </div>
        )}
        {save.isError && <Failure error={save.error} />}
        {(isOpen || isChanged) && (
          <Group>
            <LoadingButton loading={save.isPending} disabled={text.trim() === ''} onClick={() => save.mutate()}>
              {t.save}
            </LoadingButton>
          </Group>
        )}
      </Stack>
    </Card>
  )
}

function parse(text: string, describe: (values: { reason: string }) => string): Configuration {
  try {
    return JSON.parse(text) as Configuration
  } catch (error) {
    throw new ExplainedError(describe({ reason: error instanceof Error ? error.message : String(error) }))
  }
}

/** Reads a sample file and proposes a configuration. Nothing is stored. */
function Guess({ onGuess }: { onGuess: (configuration: Configuration, notes: readonly string[]) => void }) {
  const t = useTexts()
  const s = useSupportTexts()
  const { id } = useOpenAccount()
  const [library, setLibrary] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const submit = async () => {
    if (file === null) throw new ExplainedError(t.chooseCsv)
    const query = library.trim() === '' ? {} : { library: library.trim() }
    const guess = await call('guessAccountImport', { params: { account_id: id }, query, file })
    const { configuration, missing, notes } = guess
    if (configuration === null) throw new ExplainedError(s.guessMissing({ fields: missing.join(', ') }))
    onGuess(configuration, [s.guessed, ...notes])
  }
  return (
    <FormModal
      label={s.guess}
      icon="search"
      title={s.guess}
      submitLabel={s.guess}
      draft={{ hasFile: file !== null, library }}
      fields={['/library']}
      submit={submit}
      onOpen={() => setFile(null)}
    >
      {(faults) => (
        <Stack>
          <CsvDrop hint={s.checkFileHint} chosen={file?.name} onFile={setFile} />
          <TextInput
            label={s.guessLibrary}
            placeholder={t.customId}
            value={library}
            onChange={(event) => setLibrary(event.currentTarget.value)}
            error={faults.at('/library')}
          />
        </Stack>
      )}
    </FormModal>
  )
}

function TryFile() {
  const t = useTexts()
  const s = useSupportTexts()
  const { id } = useOpenAccount()
  const preview = useMutation({
    mutationFn: (file: File) => call('previewAccountImport', { params: { account_id: id }, file }),
  })
  return (
    <Card title={s.checkFile} lead={s.checkFileLead}>
      <Stack>
        <CsvDrop hint={s.checkFileHint} onFile={preview.mutate} />
        {preview.isError && <Failure error={preview.error} />}
        {preview.data !== undefined && (
          <>
            {!preview.data.complete && <Text size="sm">{t.onlyFirstRows({ n: preview.data.rows.length })}</Text>}
            <RowsTable rows={preview.data.rows} releaseLink={whyLink} />
          </>
        )}
      </Stack>
    </Card>
  )
}
