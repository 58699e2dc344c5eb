import { randomUUID } from 'node:crypto'
import { generate } from 'selfsigned'

export interface Certificate {
  /** PEM; it is its own authority. */
  certificate: string
  key: string
}

/** A certificate for these host names and for 127.0.0.1, valid for a year unless it is to have expired. */
export const makeCertificate = async (names: readonly string[], { expired = false } = {}): Promise<Certificate> => {
  // With a subject of its own: of two trusted certificates with one subject OpenSSL may try the wrong one.
  const made = await generate([{ name: 'commonName', value: randomUUID() }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    ...(expired ? { notBeforeDate: new Date('2020-01-01'), notAfterDate: new Date('2020-02-01') } : {}),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: [...names.map((value) => ({ type: 2 as const, value })), { type: 7, ip: '127.0.0.1' }],
      },
    ],
  })
  return { certificate: made.cert, key: made.private }
}
