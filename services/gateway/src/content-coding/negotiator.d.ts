/** The published types are of a version without the server's preference. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Readonly<Record<string, string | undefined>> })
    /** The available encodings that the client accepts, best first; among equals, the server's preferred ones. */
    encodings(available: readonly string[], options: { preferred: readonly string[] }): string[]
  }
}
