import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { fileContent } from './file-content.ts'

const certificate = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g

/**
 * The public authorities and those whose certificates are in the file, each as PEM. Throws when it has none or one that is broken:
 * TLS itself would pass over it without a word, and trust nobody more than before.
 */
export function readAuthorities(path: string): readonly string[] {
  const own = fileContent(path).match(certificate)
  if (own === null) throw new Error('names a file that holds no certificate in PEM')
  for (const [index, one] of own.entries()) {
    try {
      new X509Certificate(one)
    } catch (error) {
      throw new Error(`names a file whose certificate ${index + 1} cannot be read`, { cause: error })
    }
  }
  return [...rootCertificates, ...own]
}
