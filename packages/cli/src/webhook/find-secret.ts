import { Webhook } from 'standardwebhooks'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'

export interface SecretSources {
  /** Value of `--secret-file`; `-` is standard input. */
  file: string | undefined
  env: Readonly<Record<string, string | undefined>>
  readText(file: string): Promise<string>
}

/**
 * Creates the verifier from the webhook's secret. The secret is never an argument, because all users of a machine can see those.
 * In the environment, `@/path` reads it from a file. Throws a `CommandError` that does not repeat the secret.
 */
export async function findVerifier({ file, env, readText }: SecretSources): Promise<Webhook> {
  const source = file === undefined ? env.GUIDEBOOK_WEBHOOK_SECRET : `@${file}`
  if (source === undefined || source === '') {
    throw unusable(
      'the secret of the webhook is missing',
      'Pass its file with --secret-file, or set GUIDEBOOK_WEBHOOK_SECRET (or @/path of a file that holds it).',
    )
  }
  const secret = (source.startsWith('@') ? await readText(source.slice(1)) : source).trim()
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) throw invalidSecret()
  try {
    return new Webhook(secret)
  } catch {
    throw invalidSecret()
  }
}

const invalidSecret = () =>
  unusable('this is not a webhook secret', 'A secret is whsec_ and Base64, with nothing else in the file or variable.')

const unusable = (message: string, hint: string) =>
  new CommandError(message, { code: 'webhook-secret', exitCode: exitCodes.usage, hint })
