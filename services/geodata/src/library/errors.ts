import { customIdTaken } from '../request/errors.ts'

/** Another library of the account has the custom ID. */
export class LibraryCustomIdTakenError extends Error {
  override readonly name = 'LibraryCustomIdTakenError'
}

/** Maps a `LibraryCustomIdTakenError` to 409; returns any other error as it is. */
export const toLibraryError = (error: unknown): unknown =>
  error instanceof LibraryCustomIdTakenError
    ? customIdTaken('/customId', 'another library of the account', error)
    : error
