/** A pointer is there to be read: a longer name of a member is cut, or a fault would be as large as the body. */
const maxNameLength = 200

/** The JSON Pointer (RFC 6901) of a member. */
export function childPointer(parent: string, name: string): string {
  return `${parent}/${name.slice(0, maxNameLength).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`
}
