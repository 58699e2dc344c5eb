/** A problem of a build that did not stop it, for the release's audit log. */
import { type Static, Type } from 'typebox'
import { closed, nullable, oneOf } from './shape.ts'

export const buildWarning = closed(
  {
    severity: oneOf(['info', 'warning', 'error']),
    code: Type.String(),
    message: Type.String(),
    externalId: nullable(Type.String({ description: 'Custom ID of the item.' })),
    pointer: nullable(Type.String({ description: 'JSON Pointer into the request, if any.' })),
  },
  { title: 'BuildWarning' },
)
export type BuildWarning = Static<typeof buildWarning>
