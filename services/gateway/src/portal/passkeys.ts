/** Passkeys: credentials of WebAuthn that identify and verify a person, so that they replace the code by mail. */
import { fail, failWith, type Logger, ServiceError } from '@guidebook/service-kit'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Knex } from 'knex'
import type { Context } from '../context.ts'
import type { PasskeyRow } from '../generated/rows.ts'
import { findUser, lockUser } from '../person/queries.ts'
import { beginAttempt, takeAttempt } from './attempts.ts'
import type { SessionHolder } from './session-queries.ts'
import type { Proven } from './sign-in.ts'

const mostPasskeys = 20

/** Loaded with the first passkey: it takes megabytes. */
const webAuthn = () => import('@simplewebauthn/server')

/** The site that passkeys belong to. Browsers create none for addresses in numbers, nor without TLS except on the same computer. */
export function passkeySite(publicUrl: string): { id: string; origin: string } | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isName = !/^[\d.]+$|^\[/.test(hostname)
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isName && isSecure ? { id: hostname, origin } : null
}

type PasskeyContext = Pick<Context, 'database' | 'clock' | 'settings' | 'log'>

const siteOf = ({ settings }: PasskeyContext) => passkeySite(settings.PUBLIC_URL) ?? fail('sign-in-not-configured')

export const listPasskeys = (db: Knex, user: string): Promise<PasskeyRow[]> =>
  db<PasskeyRow>('passkeys').where({ user_id: user }).orderBy('created_at')

/** Options for the browser to create a credential. Throws 409 `too-many-passkeys`, and 401 `signed-out` when the person was removed meanwhile. */
export async function enrolmentOptions(context: PasskeyContext, { userId, email, name }: SessionHolder) {
  const site = siteOf(context)
  const known = await listPasskeys(context.database.knex, userId)
  if (known.length >= mostPasskeys) throw new ServiceError('too-many-passkeys')
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Guidebook',
    rpID: site.id,
    userName: email,
    userID: new TextEncoder().encode(userId),
    userDisplayName: name ?? email,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    // Found by the authenticator without a name, and with a PIN or a fingerprint: possession alone is not enough.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const attempt = { purpose: 'enrolment', secret: options.challenge, user: userId } as const
  await context.database.transaction(async (trx) => {
    if (!(await lockUser(trx, userId))) fail('signed-out')
    await beginAttempt(trx, attempt, context.clock.now())
  })
  return options
}

/** Stores a new credential of a person. Throws 422 `passkey-refused`, 409 `too-many-passkeys`, and 401 `signed-out` like `enrolmentOptions`. */
export async function enrol(
  context: PasskeyContext,
  user: string,
  { credential, name }: { credential: unknown; name: string },
): Promise<PasskeyRow> {
  const { database, clock, log } = context
  const { id: expectedRPID, origin: expectedOrigin } = siteOf(context)
  const expectedChallenge = challengeOf(credential) ?? fail('passkey-refused')
  const attempt = { purpose: 'enrolment', secret: expectedChallenge, user } as const
  if ((await takeAttempt(database.knex, attempt, clock.now())) === null) fail('passkey-refused')
  const { verifyRegistrationResponse } = await webAuthn()
  const verify = async () => {
    const response = await withoutAttestation(credential as RegistrationResponseJSON)
    return await verifyRegistrationResponse({ response, expectedChallenge, expectedOrigin, expectedRPID })
  }
  const { verified, registrationInfo } = (await checked(verify, log)) ?? fail('passkey-refused')
  if (!verified) fail('passkey-refused')

  const { id, publicKey, counter, transports } = registrationInfo.credential
  return await database.transaction(async (trx) => {
    // Locked, so that concurrent enrolments of a person count one after the other.
    const [person] = await trx('users').where({ id: user }).forUpdate().select('id')
    if (person === undefined) fail('signed-out')
    if ((await listPasskeys(trx, user)).length >= mostPasskeys) throw new ServiceError('too-many-passkeys')
    const [row] = await trx<PasskeyRow>('passkeys')
      .insert({
        id,
        user_id: user,
        public_key: Buffer.from(publicKey),
        counter,
        // The library passes on what the client sent.
        transports: (Array.isArray(transports) ? transports : []).filter((one) => typeof one === 'string').slice(0, 10),
        name,
        created_at: clock.now(),
      })
      .onConflict('id')
      .ignore()
      .returning('*')
    return row ?? failWith('passkey-refused', [])
  })
}

/**
 * Replaces the attestation by `none`, as browsers do when nobody asks for one. The library would verify chains of any certificates, which can take
 * seconds, and download the revocation lists that they name.
 */
async function withoutAttestation(credential: RegistrationResponseJSON): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const sent = decodeAttestationObject(isoBase64URL.toBuffer(credential.response.attestationObject))
  const kept = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', sent.get('authData')],
  ])
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(kept))
  return { ...credential, response: { ...credential.response, attestationObject } }
}

/** Options for the browser to sign in with any credential of this site. */
export async function signInOptions(context: PasskeyContext) {
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({ rpID: siteOf(context).id, userVerification: 'required' })
  await beginAttempt(context.database.knex, { purpose: 'passkey', secret: options.challenge }, context.clock.now())
  return options
}

/** Throws 401 `sign-in-failed`. */
export async function proveByPasskey(context: PasskeyContext, credential: unknown): Promise<Proven> {
  const { database, clock, log } = context
  const { id: expectedRPID, origin: expectedOrigin } = siteOf(context)
  const expectedChallenge = challengeOf(credential) ?? fail('sign-in-failed')
  const taken = await takeAttempt(database.knex, { purpose: 'passkey', secret: expectedChallenge }, clock.now())
  const response = credential as AuthenticationResponseJSON
  if (taken === null || typeof response.id !== 'string') return fail('sign-in-failed')
  const passkey = await database.knex<PasskeyRow>('passkeys').where({ id: response.id }).first()
  if (passkey === undefined) return fail('sign-in-failed')
  const { id, public_key, counter, transports, user_id } = passkey
  const { verifyAuthenticationResponse } = await webAuthn()
  const verify = () =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      credential: { id, publicKey: new Uint8Array(public_key), counter, transports },
    })
  const { verified, authenticationInfo } = (await checked(verify, log)) ?? fail('sign-in-failed')
  if (!verified) return fail('sign-in-failed')
  const used = { counter: authenticationInfo.newCounter, last_used_at: clock.now() }
  await database.knex('passkeys').where({ id }).update(used)
  return { user: (await findUser(database.knex, user_id)) ?? fail('sign-in-failed'), account: null }
}

/** The challenge that a response of a browser names; null when it is no such response. */
function challengeOf(credential: unknown): string | null {
  try {
    const { clientDataJSON } = (credential as AuthenticationResponseJSON).response
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return typeof challenge === 'string' && challenge !== '' ? challenge : null
  } catch {
    // The client did not send the JSON of a credential.
    return null
  }
}

/** The library throws for everything that does not fit; null then. It only calculates, so an error is never an outage. */
async function checked<T>(verify: () => Promise<T>, log: Logger): Promise<T | null> {
  try {
    return await verify()
  } catch (error) {
    log.info({ reason: (error as Error).message }, 'passkey refused')
    return null
  }
}
