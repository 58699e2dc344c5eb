/** The published types are of a version that knew no preference of the server. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Readonly<Record<string, string | undefined>> })
    /** The available encodings that the client takes, best first; among those it likes alike, the server's preferred ones. */
    encodings(available: readonly string[], options: { preferred: readonly string[] }): string[]
  }
}
