import { fail } from '@guidebook/service-kit'
import type { Explain } from '../explanation.ts'
import { UnreadableCsvError } from './unreadable.ts'

/** Time for reading the file of a request, milliseconds. Reading 16 MiB takes less than a second on an idle machine. */
const deadlineMs = 10_000

/** Works on the file of a request. A file that is no CSV, or cannot be read before `deadline` aborts, is rejected with the reason. */
export const refuseUnreadable = async <T>(
  explain: Explain,
  work: (deadline: AbortSignal) => Promise<T>,
  deadline = AbortSignal.timeout(deadlineMs),
): Promise<T> => {
  try {
    return await work(deadline)
  } catch (error) {
    if (error instanceof UnreadableCsvError) fail('csv-unreadable', explain(error.explanation))
    if (deadline.aborted && error === deadline.reason) {
      fail('csv-unreadable', explain({ id: 'csv.too-slow' }))
    }
    throw error
  }
}
