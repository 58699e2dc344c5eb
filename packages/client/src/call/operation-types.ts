/** Types of the requests and responses of an operation, by its id. */
import type { Operations } from '../generated/types.ts'
import type { Page } from './list.ts'

export type OperationId = keyof Operations

type Part<Id extends OperationId, Name extends string> = Operations[Id] extends Record<Name, infer T> ? T : never
type Fields<Id extends OperationId, Name extends string> =
  Operations[Id] extends Record<Name, infer T extends object> ? T : never
export type ParamsOf<Id extends OperationId> = Fields<Id, 'params'>
export type QueryOf<Id extends OperationId> = Fields<Id, 'query'>
export type BodyOf<Id extends OperationId> = Part<Id, 'body'>
export type FileOf<Id extends OperationId> = Part<Id, 'file'>
export type OptionsOf<Id extends OperationId> = Operations[Id]['options']
export type ResponseOf<Id extends OperationId> = Operations[Id]['response']

/** All parts of the request. */
export type RequestOf<Id extends OperationId> = Omit<Operations[Id], 'response' | 'options'>
type PartsOf<Id extends OperationId> = keyof RequestOf<Id>

/** Operations whose request has exactly these parts. */
export type IdWith<Parts extends string> = {
  [Id in OperationId]: [Parts, PartsOf<Id>] extends [PartsOf<Id>, Parts] ? Id : never
}[OperationId]

export type DownloadId = { [Id in OperationId]: ResponseOf<Id> extends Response ? Id : never }[OperationId]
export type ListId = { [Id in OperationId]: ResponseOf<Id> extends Page<unknown> ? Id : never }[OperationId]
export type ItemOf<Id extends ListId> = ResponseOf<Id> extends Page<infer T> ? T : never

/** The address of a release: your account ID, and the `link` of its record as `release`. */
export type ReleaseAddress = ParamsOf<'readRelease'>
