import { fail } from '@guidebook/service-kit'
import { UnreadableCsv } from '../csv/read-csv.ts'

/** Does something with a file that was sent; one that cannot be read as CSV is refused with the reason. */
export const refuseUnreadable = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnreadableCsv) fail('csv-unreadable', error.message)
    throw error
  }
}
