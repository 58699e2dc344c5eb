import type { BodyOf, Fault, ImageRef, operations } from '@guidebook/contracts'
import { failWith, readImage } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { findReferences } from '../reference/find-references.ts'
import { storeCover } from './cover.ts'
import { MemberDeletedError } from './errors.ts'
import type { Contents } from './guidebook-row.ts'
import { contentsOf, membersOf, referenceFaults, stageFaults } from './sent-contents.ts'

type Body = BodyOf<typeof operations.replaceGuidebook>

/** What the body itself says, checked as far as that goes without the database. */
export interface TakenIn {
  /** Absent: no image was sent. */
  cover: ImageRef | undefined
  faults: readonly Fault[]
}

/** Checks stages and image; a good image is stored, which must be done before the transaction that refers to it. */
export async function takeIn({ objectStore }: Context, body: Body): Promise<TakenIn> {
  const faults = stageFaults(body)
  const image = body.imageBase64 === undefined ? undefined : await readImage(body.imageBase64)
  if (image && 'code' in image) return { cover: undefined, faults: [...faults, { pointer: '/imageBase64', ...image }] }
  const cover = image && faults.length === 0 ? await storeCover(objectStore, body.account, image) : undefined
  return { cover, faults }
}

/** The contents with every reference resolved; otherwise 422 with all faults of the body at once. */
export async function resolveContents(trx: Knex.Transaction, body: Body, { faults }: TakenIn): Promise<Contents> {
  const members = membersOf(body)
  const found = await findReferences(
    trx,
    body.account,
    members.map(({ reference }) => reference),
  )
  const all = [...faults, ...referenceFaults(members, found)]
  const [first] = all
  return first ? failWith(first.code, all) : contentsOf(body, members, found)
}

/** An item may be deleted after it was found and before it is taken in: the second time it is found missing. */
export async function retryOnDeletedMember<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof MemberDeletedError) return await attempt()
    throw error
  }
}
