import { customIdTaken } from '../request/custom-id-taken.ts'
import { GuidebookCustomIdTaken } from './queries.ts'

/** What a refused custom ID of a guidebook means to the caller; other errors stay what they are. */
export const guidebookRefusal = (error: unknown): unknown =>
  error instanceof GuidebookCustomIdTaken
    ? customIdTaken('/customId', 'another guidebook of the account', error)
    : error
