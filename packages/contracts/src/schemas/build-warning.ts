/** Something that a build could not do as it was asked, for the release's audit log. */
import { type Static, Type } from 'typebox'
import { closed, nullable, oneOf } from './shape.ts'

export const buildWarning = closed(
  {
    severity: oneOf(['info', 'warning', 'error']),
    code: Type.String(),
    message: Type.String(),
    externalId: nullable(Type.String({ description: 'Custom ID of the item that it is about.' })),
    pointer: nullable(Type.String({ description: 'JSON Pointer into the request, where there is one.' })),
  },
  { title: 'BuildWarning' },
)
export type BuildWarning = Static<typeof buildWarning>
