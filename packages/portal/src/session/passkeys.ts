/** WebAuthn in JSON; browsers convert it themselves. */
type Signed = ReturnType<PublicKeyCredential['toJSON']>

export const passkeysWork = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

export async function signWithPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<Signed> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return toJson(await navigator.credentials.get({ publicKey }))
}

export async function enrolPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<Signed> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return toJson(await navigator.credentials.create({ publicKey }))
}

function toJson(credential: Credential | null): Signed {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('no passkey was chosen', 'NotAllowedError')
  return credential.toJSON()
}

/** The person closed the browser's window, or has no passkey here. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)
