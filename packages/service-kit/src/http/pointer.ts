/** The JSON Pointer (RFC 6901) of a member. */
export function childPointer(parent: string, name: string): string {
  return `${parent}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
