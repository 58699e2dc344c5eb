import { fail } from '@guidebook/service-kit'

/** 404, the same for a release that never was, was revoked or is another account's, and so with what might have been mistaken. */
export const failMissing = (): never =>
  fail('not-found', 'No release of the account has this link: a release is addressed by the field link of its record.')
