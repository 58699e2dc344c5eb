import { Webhook } from 'standardwebhooks'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'

export interface SecretSources {
  /** Of `--secret-file`; `-` is standard input. */
  file: string | undefined
  env: Readonly<Record<string, string | undefined>>
  readText(file: string): Promise<string>
}

/**
 * What checks signatures with the account's secret, which is never an argument: all users of a machine see those. In the
 * environment `@/path` stands for what the file holds. Throws a `Failure` that does not repeat the secret.
 */
export async function findVerifier({ file, env, readText }: SecretSources): Promise<Webhook> {
  const named = file === undefined ? env.GUIDEBOOK_WEBHOOK_SECRET : `@${file}`
  if (named === undefined || named === '') {
    throw unusable(
      'the secret of the webhook is missing',
      'Name its file with --secret-file, or set GUIDEBOOK_WEBHOOK_SECRET (or @/path of a file that holds it).',
    )
  }
  const secret = (named.startsWith('@') ? await readText(named.slice(1)) : named).trim()
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) throw notOne()
  try {
    return new Webhook(secret)
  } catch {
    throw notOne()
  }
}

const notOne = () =>
  unusable(
    'that is no secret of a webhook',
    'It begins with whsec_, and Base64 follows; nothing else stands beside it.',
  )

const unusable = (message: string, hint: string) =>
  new Failure(message, { code: 'webhook-secret', exitCode: exitCodes.usage, hint })
