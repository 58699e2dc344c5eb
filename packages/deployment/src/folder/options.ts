/** What an operator may say about a deployment; everything has a default, or the value of the last time. */
export interface DeploymentOptions {
  publicUrl?: string | undefined
  /** `host` or `host:port` of PostgreSQL, whose superuser `postgres` gets a new password. */
  databaseHost?: string | undefined
  /** Administrator of an existing PostgreSQL. */
  databaseUrl?: string | undefined
  /** Administrator of an existing RabbitMQ. */
  brokerUrl?: string | undefined
  objectStoreUrl?: string | undefined
  smtpUrl?: string | undefined
  mailFrom?: string | undefined
  imapUrl?: string | undefined
  /** `none`: each gateway counts for itself. */
  redisUrl?: string | undefined
  trustedProxies?: string | undefined
}

/** A fault of an option, without its value, which may be a secret. */
export interface OptionFault {
  option: keyof DeploymentOptions
  message: string
}

const protocols = {
  publicUrl: ['http:', 'https:'],
  databaseUrl: ['postgres:', 'postgresql:'],
  brokerUrl: ['amqp:', 'amqps:'],
  objectStoreUrl: ['s3:', 'file:'],
  smtpUrl: ['smtp:', 'smtps:'],
  imapUrl: ['imap:', 'imaps:'],
  redisUrl: ['redis:', 'rediss:'],
} as const

/** They need a user: services sign in with others, or at all. */
const withUser = ['databaseUrl', 'brokerUrl', 'imapUrl'] as const

/** All faults of the options. */
export function optionFaults(options: DeploymentOptions): OptionFault[] {
  const faults: OptionFault[] = []
  for (const [name, allowed] of Object.entries(protocols)) {
    const option = name as keyof typeof protocols
    const text = options[option]
    if (text === undefined || (option === 'redisUrl' && text === 'none')) continue
    const url = URL.parse(text)
    if (url === null || !(allowed as readonly string[]).includes(url.protocol)) {
      const beginnings = allowed.map((protocol) => `${protocol}//`).join(' or ')
      faults.push({ option, message: `must be a URL that begins with ${beginnings}` })
    } else if ((withUser as readonly string[]).includes(option) && url.username === '') {
      faults.push({ option, message: 'must contain a user' })
    }
  }
  const { databaseHost, databaseUrl, mailFrom, publicUrl, trustedProxies } = options
  if (databaseHost !== undefined && databaseUrl !== undefined) {
    faults.push({ option: 'databaseHost', message: 'and a URL of the database exclude each other' })
  }
  if (databaseHost !== undefined && !/^[\w.-]+(:\d{1,5})?$/.test(databaseHost)) {
    faults.push({ option: 'databaseHost', message: 'must be a host, or host:port' })
  }
  for (const [option, text] of Object.entries({ mailFrom, publicUrl })) {
    // Programs read files of variables differently where these occur.
    if (text !== undefined && (text === '' || /["'$#\\`\n\r]/.test(text))) {
      faults.push({ option: option as 'mailFrom', message: 'must not be empty, and have no quotes, $, # or backslash' })
    }
  }
  if (trustedProxies !== undefined && !/^(\d|10)$/.test(trustedProxies)) {
    faults.push({ option: 'trustedProxies', message: 'must be a whole number from 0 to 10' })
  }
  return faults
}
