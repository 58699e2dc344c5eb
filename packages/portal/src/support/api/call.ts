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
  return callBelow('/support/api', operationOf(name), {
    ...(params && { params }),
    ...(query && { query }),
    ...(body !== undefined && file === undefined && { body }),
    ...(file && { file }),
  })
}

export const downloadMail = (run: string): Promise<Response> =>
  callBelow('/support/api', operationOf('downloadImportMail'), { params: { run } }, async (response) => response)

function operationOf(name: Called) {
  const [method = '', path = ''] = targets[name].split(' ')
  return { id: name, method, path, keyed: keyed.has(name), changesNothing: harmless.has(name) }
}
