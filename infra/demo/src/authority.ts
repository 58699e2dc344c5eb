import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { printLine } from '@guidebook/local/report'
import { generate } from 'selfsigned'
import { folders } from './folders.ts'

type Folders = Pick<typeof folders, 'authority' | 'authorityKey'>

const filesIn = ({ authority, authorityKey }: Folders) => ({
  certificateFile: join(authority, 'authority.pem'),
  keyFile: join(authorityKey, 'authority.key'),
})

/** The same kind of keys for the authority and for what it signs. */
const options = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const
const years = (count: number) => new Date(Date.now() + count * 365 * 86_400_000)

/** Creates an authority for the receivers of a system for trying, once. */
export async function authority(volumes: Folders = folders): Promise<void> {
  const { certificateFile, keyFile } = filesIn(volumes)
  if (existsSync(certificateFile) && existsSync(keyFile)) return
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'Guidebook receivers for trying' }], {
    ...options,
    notAfterDate: years(10),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  writeFileSync(keyFile, key, { mode: 0o600 })
  writeFileSync(certificateFile, cert)
  // Everyone may read it: the service webhooks does, and a person may trust it in a browser. The umask allows only the owner.
  chmodSync(certificateFile, 0o644)
  printLine('created an authority for receivers')
}

/** A certificate of that authority for a receiver at a host name or a network address. */
export async function certificateFor(host: string): Promise<{ certificate: string; key: string }> {
  const { certificateFile, keyFile } = filesIn(folders)
  const ca = { cert: readFileSync(certificateFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
  const { cert, private: key } = await generate([{ name: 'commonName', value: host }], {
    ...options,
    notAfterDate: years(1),
    ca,
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'subjectAltName', altNames: [isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host }] },
    ],
  })
  return { certificate: cert, key }
}
