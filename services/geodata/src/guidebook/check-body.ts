import type { BodyOf, Fault, ImageRef, operations } from '@guidebook/contracts'
import { constraintOf, readImage } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import { storeImage } from '../image/stored-image.ts'
import { findReferences } from '../reference/find-references.ts'
import { requireNoFaults } from '../request/errors.ts'
import type { Contents } from './guidebook-row.ts'
import { contentsOf, membersOf, referenceFaults, stageFaults } from './sent-contents.ts'

type Body = BodyOf<typeof operations.replaceGuidebook>

/** The result of the checks that need no database. */
export interface CheckedBody {
  /** Undefined: no image was sent, or null. */
  cover: ImageRef | undefined
  faults: readonly Fault[]
}

/** Checks stages and image. Stores a valid image, which must be done before the transaction that refers to it. */
export async function validateAndStoreCover({ objectStore }: Context, body: Body): Promise<CheckedBody> {
  const faults = stageFaults(body)
  const image = body.imageBase64 == null ? undefined : await readImage(body.imageBase64)
  if (image && 'code' in image) return { cover: undefined, faults: [...faults, { pointer: '/imageBase64', ...image }] }
  if (!image || faults.length > 0) return { cover: undefined, faults }
  return { cover: await storeImage(objectStore, `geodata/${body.account}/covers`, image), faults }
}

/** The contents with every reference resolved; otherwise 422 with all faults of the body at once. */
export async function resolveContents(trx: Knex.Transaction, body: Body, checked: CheckedBody): Promise<Contents> {
  const members = membersOf(body)
  const references = members.map(({ sent }) => sent)
  const found = await findReferences(trx, body.account, references)
  requireNoFaults([...checked.faults, ...referenceFaults(members, found)])
  return contentsOf(body, members, found)
}

/** An item may be deleted between being found and being added to the guidebook. The second attempt reports it missing. */
export async function retryOnDeletedMember<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (constraintOf(error) === 'guidebook_members_item') return await attempt()
    throw error
  }
}
