import { Readable } from 'node:stream'
import { batched, type ObjectStore } from '@guidebook/service-kit'
import type { Artifact, artifactQueries } from './queries.ts'

const extensions = {
  'application/gpx+xml': '.gpx',
  'application/json': '.json',
  'application/octet-stream': '.bin',
  'application/pdf': '.pdf',
  'application/vnd.ant.fit': '.fit',
  'application/vnd.garmin.tcx+xml': '.tcx',
  'application/zip': '.zip',
  'image/jpeg': '.jpg',
  'image/png': '.png',
}

export type AccountFiles = ReturnType<typeof accountFiles>

/** The stored files of an account, as one build uses them. */
export function accountFiles(account: string, store: ObjectStore, artifacts: ReturnType<typeof artifactQueries>) {
  const made: Artifact[] = []
  const load = async (ingredients: readonly string[]) => {
    const found = await artifacts.find(account, ingredients)
    return ingredients.map((one) => found.get(one) ?? null)
  }
  /** The existing file with these ingredients. */
  const find = batched({ load, largest: 1_000 }) as <Facts>(ingredients: string) => Promise<Artifact<Facts> | null>
  const add = <Facts>(artifact: Artifact<Facts>): Artifact<Facts> => {
    made.push(artifact)
    return artifact
  }
  return {
    /** Newly made files, to be reused by later builds. */
    made: made as readonly Artifact[],
    find,
    add,
    /** The existing file with these ingredients, or a new one. */
    reuse: async <Facts>(ingredients: string, make: () => Promise<Omit<Artifact<Facts>, 'ingredients'>>) =>
      (await find<Facts>(ingredients)) ?? add({ ingredients, ...(await make()) }),
    async put(content: Uint8Array | Readable, mediaType: keyof typeof extensions) {
      const options = { contentType: mediaType, extension: extensions[mediaType] }
      const body = content instanceof Readable ? content : bodyOf(content)
      const { key, bytes, sha256 } = await store.putByContent(`builder/${account}`, body, options)
      return { key, bytes, sha256, mediaType }
    },
  }
}

/** Hashing larger bytes at once would block the event loop. */
const pieceBytes = 8 * 1024 * 1024

/** Large bytes as a stream of pieces. */
function bodyOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer | Readable {
  const whole = Buffer.from(buffer, byteOffset, byteLength)
  return byteLength <= pieceBytes ? whole : Readable.from(pieces(whole))
}

function* pieces(whole: Buffer): Generator<Buffer> {
  for (let at = 0; at < whole.length; at += pieceBytes) yield whole.subarray(at, at + pieceBytes)
}
