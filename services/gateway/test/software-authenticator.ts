import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

/** An authenticator that creates passkeys and signs with them, without a device: WebAuthn with ES256. */
export function softwareAuthenticator({ site = 'guidebook.test', origin = 'https://guidebook.test' } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  /** User present (1) and verified (4), and with a new credential (64). */
  const authenticatorData = (flags: number, credential = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([createHash('sha256').update(site).digest(), Buffer.from([flags]), count, credential])
  }
  const json = (response: Record<string, Buffer>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')])),
  })

  return {
    /** The credential that a browser returns for options of enrolment. With certificates, it has an attestation that nobody asked for. */
    create({ challenge }: { challenge: string }, { flags = 0x45, certificates = [] as Buffer[] } = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const coseKey = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.from([0, id.length])
      const data = authenticatorData(flags, Buffer.concat([Buffer.alloc(16), length, id, coseKey]))
      const attestationObject = cborMap(
        [
          ['fmt', certificates.length === 0 ? 'none' : 'apple'],
          ['attStmt', certificates.length === 0 ? cborMap([]) : cborMap([['x5c', cborArray(certificates)]], 'x5c')],
          ['authData', data],
        ],
        'attStmt',
      )
      return json({ clientDataJSON: clientData('webauthn.create', challenge), attestationObject })
    },

    /** The assertion that a browser returns for options of a sign-in. */
    get({ challenge }: { challenge: string }, { flags = 0x05, counter: stated = counter } = {}) {
      counter = stated
      const clientDataJSON = clientData('webauthn.get', challenge)
      const data = authenticatorData(flags)
      const signed = Buffer.concat([data, createHash('sha256').update(clientDataJSON).digest()])
      const signature = createSign('sha256').update(signed).sign(privateKey)
      return json({ clientDataJSON, authenticatorData: data, signature })
    },
  }
}

type Cbor = number | string | Buffer

/** RFC 8949, as far as WebAuthn needs it. The value of `encoded` is CBOR already. */
function cborMap(entries: readonly [Cbor, Cbor][], encoded?: string): Buffer {
  const parts = entries.flatMap(([key, value]) => [cborOf(key), key === encoded ? (value as Buffer) : cborOf(value)])
  return Buffer.concat([head(5, entries.length), ...parts])
}

const cborArray = (items: readonly Cbor[]): Buffer => Buffer.concat([head(4, items.length), ...items.map(cborOf)])

function cborOf(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  const bytes = Buffer.from(value as string)
  return Buffer.concat([head(typeof value === 'string' ? 3 : 2, bytes.length), bytes])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
