/**
 * A strong entity tag names one sequence of bytes, so a compressed answer has a tag of its own (RFC 9110 section 8.8.3.3): that of
 * the resource with the coding behind it. Services know only their own tags, so the coding is taken off again on the way in.
 */
import type { Coding } from './choose-coding.ts'

const codedTag = /\+(?:br|gzip)"/g

export const tagInCoding = (tag: string, coding: Coding): string => tag.replace(/"$/, `+${coding}"`)

/** The tags of a conditional header, as the services know them. */
export const tagsOfServices = (header: string): string => header.replaceAll(codedTag, '"')

/** The tag for a 304: in the coding that the client has it in. */
export function tagKnownToClient(tag: string, ifNoneMatch: string | undefined): string {
  const known = (['br', 'gzip'] as const).map((coding) => tagInCoding(tag, coding))
  return known.find((coded) => ifNoneMatch?.includes(coded)) ?? tag
}
