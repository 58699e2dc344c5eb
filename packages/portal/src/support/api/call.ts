import type { BodyOf, operations, ParamsOf, QueryOf, ResponseBodyOf } from '@guidebook/contracts'
import { callBelow } from '../../session/portal-call.ts'
import { type Called, harmless, keyed, targets } from './operations.ts'

type OperationOf<Name extends Called> = (typeof operations)[Name]
export type AnswerOf<Name extends Called> = ResponseBodyOf<OperationOf<Name>>

export interface Parts<Name extends Called> {
  params?: ParamsOf<OperationOf<Name>>
  query?: QueryOf<OperationOf<Name>>
  body?: BodyOf<OperationOf<Name>>
  /** A CSV file. */
  file?: Blob
}

/** Calls an operation of support. */
export function call<Name extends Called>(
  name: Name,
  { params, query, body, file }: Parts<Name> = {},
): Promise<AnswerOf<Name>> {
  const [method = '', path = ''] = targets[name].split(' ')
  const operation = { id: name, method, path, keyed: keyed.has(name), changesNothing: harmless.has(name) }
  return callBelow('/support/api', operation, {
    ...(params && { params }),
    ...(query && { query }),
    ...(body !== undefined && file === undefined && { body }),
    ...(file && { file }),
  })
}

/** The address of a file that the browser saves. */
export const mailAddress = (run: string): string => `/support/api/imports/${encodeURIComponent(run)}/mail`
