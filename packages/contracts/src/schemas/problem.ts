import { type Static, Type } from 'typebox'
import { type ErrorCode, errorCatalogue } from '../errors.ts'
import { type FaultRule, faultRules } from '../field-rules.ts'
import { closed, oneOf } from './shape.ts'

const code = oneOf(Object.keys(errorCatalogue) as ErrorCode[], {
  description: 'Error code.',
})

/** The pointer is a JSON Pointer into the body, or names a parameter. The message never contains the value. */
const placed = { pointer: Type.String(), code, message: Type.String() }

/** Between services. Replicas of the previous version refuse further fields. */
export const sentFault = closed(placed)
export type SentFault = Static<typeof sentFault>

export const fault = closed(
  {
    ...placed,
    rule: Type.Optional(
      oneOf(faultRules as FaultRule[], {
        description: 'The broken rule, for programs that write their own message. The list may grow.',
      }),
    ),
    values: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
        description: 'Values of the rule, such as its limit; never the value that was sent.',
      }),
    ),
  },
  { title: 'Fault' },
)
export type Fault = Static<typeof fault>

export const toSentFault = ({ pointer, code, message }: Fault): SentFault => ({ pointer, code, message })

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
