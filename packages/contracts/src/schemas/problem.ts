import { type Static, Type } from 'typebox'
import { type ErrorCode, errorCatalogue } from '../errors.ts'
import { closed, oneOf } from './shape.ts'

const code = oneOf(Object.keys(errorCatalogue) as ErrorCode[], {
  description: 'Error code.',
})

/** The pointer is a JSON Pointer into the body, or names a parameter. The message never contains the value. */
export const fault = closed({ pointer: Type.String(), code, message: Type.String() }, { title: 'Fault' })
export type Fault = Static<typeof fault>

/** RFC 9457 `application/problem+json`. */
export const problem = closed(
  {
    type: Type.String({ description: 'URL of the page about the code.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.Optional(Type.String()),
    instance: Type.Optional(Type.String()),
    code,
    requestId: Type.String(),
    errors: Type.Array(fault),
  },
  { title: 'Problem' },
)
export type Problem = Static<typeof problem>
