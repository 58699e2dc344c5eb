import { fail } from '@guidebook/service-kit'
import { UnreadableCsv } from './read-csv.ts'

/** Milliseconds that reading a file of a request may take. Reading 16 MiB takes less than a second on an idle machine. */
const deadlineMs = 10_000

/** Works on a file that came with a request; one that cannot be read as CSV, or not before `deadline` aborts, is refused with the reason. */
export const refuseUnreadable = async <T>(
  work: (deadline: AbortSignal) => Promise<T>,
  deadline = AbortSignal.timeout(deadlineMs),
): Promise<T> => {
  try {
    return await work(deadline)
  } catch (error) {
    if (error instanceof UnreadableCsv) fail('csv-unreadable', error.message)
    if (deadline.aborted && error === deadline.reason) {
      fail('csv-unreadable', 'Reading the file took longer than 10 seconds. Send a smaller file.')
    }
    throw error
  }
}
