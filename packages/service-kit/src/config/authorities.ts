import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'

const certificate = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g

/**
 * The public authorities and those of a PEM file, each as PEM. Throws when the file has no certificate or an unreadable one: TLS would ignore
 * it silently.
 */
export function readAuthorities(pem: string): readonly string[] {
  const own = pem.match(certificate)
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
