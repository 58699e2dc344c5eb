/** Types of the requests and responses of an operation, by its id. */
import type { Operations } from '../generated/types.ts'
import type { Page } from './list.ts'

export type OperationId = keyof Operations

type Part<Id extends OperationId, Name extends string> = Operations[Id] extends Record<Name, infer T> ? T : never
export type ParamsOf<Id extends OperationId> = Part<Id, 'params'>
export type QueryOf<Id extends OperationId> = Part<Id, 'query'>
export type BodyOf<Id extends OperationId> = Part<Id, 'body'>
export type FileOf<Id extends OperationId> = Part<Id, 'file'>
export type OptionsOf<Id extends OperationId> = Operations[Id]['options']
export type ResponseOf<Id extends OperationId> = Operations[Id]['response']

/** All parts of the request. */
export type RequestOf<Id extends OperationId> = Omit<Operations[Id], 'response' | 'options'>

export type DownloadId = { [Id in OperationId]: ResponseOf<Id> extends Response ? Id : never }[OperationId]
export type ListId = { [Id in OperationId]: ResponseOf<Id> extends Page<unknown> ? Id : never }[OperationId]
export type ItemOf<Id extends ListId> = ResponseOf<Id> extends Page<infer T> ? T : never
