import {
  type CipherKey,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export type SecretBox = ReturnType<typeof createSecretBox>

/** Reads the key of the box: 32 bytes in Base64. */
export const readKey = (text: string): KeyObject => {
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32) throw new Error('must be 32 bytes in Base64')
  return createSecretKey(key)
}

/** Encrypts short secrets at rest (AES-256-GCM). The account is authenticated data, so a row cannot be moved to another account. */
export const createSecretBox = (key: CipherKey) => ({
  seal(secret: string, account: string): Buffer {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(account))
    const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), body])
  },
  /** Throws when the bytes were changed, belong to another account, or were encrypted with another key. */
  open(sealed: Buffer, account: string): string {
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes))
      .setAAD(Buffer.from(account))
      .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    return decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  },
})

/** A new signing secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in Base64. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
