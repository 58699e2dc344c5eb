import { printLine } from '@guidebook/local/report'
import { certificateFor } from './authority.ts'

/** Prints a certificate and its key as JSON, for a receiver outside of the composition: `certificate HOST`. */
export async function certificate(): Promise<void> {
  const [, host = 'localhost'] = process.argv.slice(2)
  printLine(JSON.stringify(await certificateFor(host)))
}
