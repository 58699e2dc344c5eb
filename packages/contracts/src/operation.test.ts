import { describe, expectTypeOf, test } from 'vitest'
import type { BodyOf, ColumnsOf, ParamsOf, QueryOf, ReadBodyOf, ResponseBodyOf, StatusOf } from './operation.ts'
import type { operations } from './operations.ts'
import type { Library } from './schemas/library.ts'
import type { ReleaseRecord } from './schemas/release-record.ts'

type Operations = typeof operations

describe('types of an operation', () => {
  test('match its schemas', () => {
    expectTypeOf<ParamsOf<Operations['setReleaseDevices']>>().toEqualTypeOf<{
      account: string
      release: string
      devices: number
    }>()
    expectTypeOf<BodyOf<Operations['setReleasePeriod']>>().toEqualTypeOf<{ start: string; end: string }>()
    expectTypeOf<QueryOf<Operations['createRelease']>>().toEqualTypeOf<{ email?: string }>()
    expectTypeOf<StatusOf<Operations['createRelease']>>().toEqualTypeOf<201 | 202>()
    expectTypeOf<ResponseBodyOf<Operations['createRelease'], 201>>().toEqualTypeOf<ReleaseRecord>()
    expectTypeOf<ResponseBodyOf<Operations['listLibraries']>>().toEqualTypeOf<{
      items: Library[]
      nextCursor: string | null
    }>()
  })

  test('have columns where a handler gets an array as numbers', () => {
    type Points = ColumnsOf<['lat', 'lon', 'ele']>
    type Creation = ReadBodyOf<Operations['createRoute']>
    expectTypeOf<Creation['waypoints']>().toEqualTypeOf<Points>()
    expectTypeOf<ReadBodyOf<Operations['updateRoute']>['waypoints']>().toEqualTypeOf<Points | undefined>()
    type Read = 'waypoints' | 'imageBase64'
    expectTypeOf<Omit<Creation, Read>>().toEqualTypeOf<Omit<BodyOf<Operations['createRoute']>, Read>>()
    expectTypeOf<ReadBodyOf<Operations['createGuidebook']>>().toEqualTypeOf<BodyOf<Operations['createGuidebook']>>()
  })

  test('have bytes where a handler may get Base64 decoded', () => {
    type Guidebook = ReadBodyOf<Operations['createOnDemandRelease']>['guidebook']
    type Hotel = NonNullable<NonNullable<Guidebook['stages'][number]['pois']>[number]['content']>
    expectTypeOf<Guidebook['imageBase64']>().toEqualTypeOf<string | Uint8Array | undefined>()
    expectTypeOf<Hotel['imageBase64']>().toEqualTypeOf<string | Uint8Array | undefined>()
    expectTypeOf<Hotel['name']>().toEqualTypeOf<string>()
    type Patch = ReadBodyOf<Operations['patchPoi']>
    expectTypeOf<Patch['imageBase64']>().toEqualTypeOf<string | Uint8Array | null | undefined>()
  })

  test('are empty where nothing is declared', () => {
    expectTypeOf<BodyOf<Operations['readRelease']>>().toEqualTypeOf<undefined>()
    expectTypeOf<keyof QueryOf<Operations['readRelease']>>().toEqualTypeOf<never>()
    expectTypeOf<ResponseBodyOf<Operations['deleteItem'], 204>>().toEqualTypeOf<undefined>()
  })
})
