/** Compares the client's types with those of the contracts. The compiler checks them; the tests name the operations at fault. */
import type { BodyOf, operations, ParamsOf, QueryOf, ResponseBodyOf } from '@guidebook/contracts'
import { expectTypeOf, it } from 'vitest'
import type * as client from '../src/call/operation-types.ts'

type Contracts = typeof operations
type Partner = {
  [Id in keyof Contracts as Contracts[Id]['audience'] extends 'partner' ? Id : never]: Contracts[Id]
}
type Id = client.OperationId & keyof Partner
type Downloads = client.DownloadId
/** A file may also be a string or a Blob. */
type WithFile = { [N in Id]: [client.FileOf<N>] extends [never] ? never : N }[Id]

/** The operations for which it is false. */
type Faults<Holds extends Record<string, boolean>> = {
  [Name in keyof Holds]: Holds[Name] extends true ? never : Name
}[keyof Holds]
type Fits<A, B> = [A] extends [B] ? true : false
type Same<A, B> = Fits<A, B> extends true ? Fits<B, A> : false
/** Where the contract has no body, the client has none either. */
type OrNone<T> = [T] extends [never] ? undefined : T
type OrNoFields<T> = [T] extends [never] ? Record<never, never> : T

it('the client has every partner operation', () => {
  expectTypeOf<client.OperationId>().toEqualTypeOf<keyof Partner>()
})

it('requests of the client have the types of the contracts', () => {
  type Json = Exclude<Id, WithFile>
  expectTypeOf<Faults<{ [N in Json]: Fits<OrNone<client.BodyOf<N>>, BodyOf<Partner[N]>> }>>().toBeNever()
  expectTypeOf<
    Faults<{ [N in WithFile]: Fits<Extract<client.FileOf<N>, Uint8Array>, BodyOf<Partner[N]>> }>
  >().toBeNever()
  expectTypeOf<Faults<{ [N in Id]: Same<OrNoFields<client.ParamsOf<N>>, ParamsOf<Partner[N]>> }>>().toBeNever()
  expectTypeOf<Faults<{ [N in Id]: Same<OrNoFields<client.QueryOf<N>>, QueryOf<Partner[N]>> }>>().toBeNever()
})

it('responses of the client have the types of the contracts', () => {
  type Json = Exclude<Id, Downloads>
  expectTypeOf<Faults<{ [N in Json]: Same<client.ResponseOf<N>, ResponseBodyOf<Partner[N]>> }>>().toBeNever()
})
