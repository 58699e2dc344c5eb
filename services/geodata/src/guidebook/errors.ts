import { customIdTaken } from '../request/errors.ts'

/** Another guidebook of the account has the custom ID. */
export class GuidebookCustomIdTakenError extends Error {
  override readonly name = 'GuidebookCustomIdTakenError'
}

/** An item was deleted while it was being added to the guidebook. */
export class MemberDeletedError extends Error {
  override readonly name = 'MemberDeletedError'
}

/** Maps a `GuidebookCustomIdTakenError` to 409; returns any other error as it is. */
export const toGuidebookError = (error: unknown): unknown =>
  error instanceof GuidebookCustomIdTakenError
    ? customIdTaken('/customId', 'another guidebook of the account', error)
    : error
