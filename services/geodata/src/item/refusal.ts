import { customIdTaken } from '../request/custom-id-taken.ts'
import { ItemCustomIdTaken } from './write-queries.ts'

/** What a refused custom ID of an item means to the caller; other errors stay what they are. */
export const itemRefusal = (error: unknown, pointer = '/customId'): unknown =>
  error instanceof ItemCustomIdTaken
    ? customIdTaken(pointer, 'another item of the same library or guidebook', error)
    : error
