/** What the client's types say must be what the contracts' types say. The compiler decides; the test only names what is at fault. */
import type { BodyOf, operations, ParamsOf, QueryOf, ResponseBodyOf } from '@guidebook/contracts'
import { expectTypeOf, it } from 'vitest'
import type * as client from '../src/call/operation-types.ts'

type Contracts = typeof operations
type Partner = {
  [Id in keyof Contracts as Contracts[Id]['audience'] extends 'partner' ? Id : never]: Contracts[Id]
}
type Id = client.OperationId & keyof Partner
type Downloads = client.DownloadId
/** A file is given in more forms than the bytes that go out. */
type WithFile = { [N in Id]: [client.FileOf<N>] extends [never] ? never : N }[Id]

/** The names of operations for which it does not hold. */
type Faults<Holds extends Record<string, boolean>> = {
  [Name in keyof Holds]: Holds[Name] extends true ? never : Name
}[keyof Holds]
type Fits<A, B> = [A] extends [B] ? true : false
type Same<A, B> = Fits<A, B> extends true ? Fits<B, A> : false
/** Where the contract has none, the client has none either. */
type OrNone<T> = [T] extends [never] ? undefined : T
type OrNoFields<T> = [T] extends [never] ? Record<never, never> : T

it('the client has the operations that partners have', () => {
  expectTypeOf<client.OperationId>().toEqualTypeOf<keyof Partner>()
})

it('what the client takes is what the contracts take', () => {
  type Json = Exclude<Id, WithFile>
  expectTypeOf<Faults<{ [N in Json]: Fits<OrNone<client.BodyOf<N>>, BodyOf<Partner[N]>> }>>().toBeNever()
  expectTypeOf<
    Faults<{ [N in WithFile]: Fits<Extract<client.FileOf<N>, Uint8Array>, BodyOf<Partner[N]>> }>
  >().toBeNever()
  expectTypeOf<Faults<{ [N in Id]: Same<OrNoFields<client.ParamsOf<N>>, ParamsOf<Partner[N]>> }>>().toBeNever()
  expectTypeOf<Faults<{ [N in Id]: Same<OrNoFields<client.QueryOf<N>>, QueryOf<Partner[N]>> }>>().toBeNever()
})

it('what the contracts answer is what the client gives', () => {
  type Json = Exclude<Id, Downloads>
  expectTypeOf<Faults<{ [N in Json]: Same<client.AnswerOf<N>, ResponseBodyOf<Partner[N]>> }>>().toBeNever()
})
