import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from 'selfsigned'

export interface Certificate {
  /** Paths of PEM files. The certificate is self-signed: a client that trusts it trusts no other by that. */
  certificate: string
  key: string
}

/** The certificate of the demonstration's HTTPS receiver at `localhost`, created once. */
export async function receiverCertificate(data: string): Promise<Certificate> {
  const folder = join(data, 'tls')
  const paths = { certificate: join(folder, 'receiver.crt'), key: join(folder, 'receiver.key') }
  if (existsSync(paths.certificate) && existsSync(paths.key)) return paths
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const generated = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + 10 * 365 * 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
  writeFileSync(paths.key, generated.private, { mode: 0o600 })
  writeFileSync(paths.certificate, generated.cert)
  return paths
}
