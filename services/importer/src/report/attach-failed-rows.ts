import { Readable } from 'node:stream'
import type { MailAttachment } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import { ZipFile } from 'yazl'
import { readConfiguration } from '../configuration/queries.ts'
import { csvWriter } from '../csv/csv-writer.ts'
import type { RunRow } from '../run/queries.ts'
import { failedCells } from './failed-cells.ts'

/** A larger file is attached as a ZIP archive, which the import reads too. */
const largestPlainBytes = 5_000_000

/** `complete`: whether the attachment contains all failed rows. */
type AttachedRows = { attachment: MailAttachment; bytes: number; complete: boolean }

/**
 * Writes the failed rows of a run into a file of at most about `roomBytes`, which the import reads like the original one; `null` without failed rows,
 * or when the dialect is unknown. Only the attachment is kept in memory.
 */
export const attachFailedRows = async (
  trx: Knex.Transaction,
  run: Pick<RunRow, 'id' | 'account' | 'failed' | 'header' | 'dialect'>,
  name: string,
  roomBytes: number,
): Promise<AttachedRows | null> => {
  const { id, account, failed, header, dialect } = run
  if (failed === 0 || header === null || dialect === null) return null
  const configuration = account === null ? null : await readConfiguration(trx, account)
  // The import expects the configured delimiter, also where the original file declared another one by `sep=`.
  const delimiter = configuration?.format?.delimiter ?? dialect.delimiter
  let complete = true
  let isFull = () => false
  const pieces = async function* (): AsyncGenerator<Buffer> {
    const csv = csvWriter({ ...dialect, delimiter })
    yield csv.header(header)
    for await (const rows of failedCells(trx, id)) {
      if (isFull()) {
        complete = false
        return
      }
      yield csv.rows(rows)
    }
  }
  const source = pieces()
  const plain: Buffer[] = []
  const largest = Math.min(largestPlainBytes, roomBytes)
  for (let bytes = 0; bytes <= largest; ) {
    const { value, done } = await source.next()
    if (done) return attached(`${name}.csv`, 'text/csv', Buffer.concat(plain), complete)
    plain.push(value)
    bytes += value.length
  }
  const rest = async function* () {
    yield* plain.splice(0)
    yield* source
  }
  const zipped = await zip(`${name}.csv`, Readable.from(rest()), (bytes) => {
    isFull = () => bytes() >= roomBytes
  })
  return attached(`${name}.zip`, 'application/zip', zipped, complete)
}

const attached = (filename: string, contentType: string, content: Buffer, complete: boolean): AttachedRows => ({
  attachment: { filename, contentType, content },
  bytes: content.length,
  complete,
})

/** Passes a function that returns the written bytes to `watch`. */
const zip = async (name: string, content: Readable, watch: (bytes: () => number) => void): Promise<Buffer> => {
  const file = new ZipFile()
  const output = file.outputStream as Readable
  const fail = (error: Error) => void output.destroy(error)
  file.on('error', fail)
  file.addReadStream(content.once('error', fail), name)
  file.end()
  const chunks: Buffer[] = []
  let bytes = 0
  watch(() => bytes)
  for await (const chunk of output) {
    chunks.push(chunk)
    bytes += chunk.length
  }
  return Buffer.concat(chunks)
}
